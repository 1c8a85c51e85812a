/*
 * Copyright The Culvert Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.culvert.core.upload;

/**
 * Decides under the {@code cost} policy whether objects pay, with hysteresis: the wire takes over when the objects of a
 * while cost more than the wire would have, and gives way when objects at the linger cap would be clearly cheaper for a
 * while. Owned by the uploader's thread.
 */
final class CostSwitch {

    private static final long WINDOW_NANOS = 1_000_000_000L;

    /** Objects must be cheaper than the wire by this factor to come back. */
    private static final double CLEARLY_CHEAPER = 0.8;

    private static final int WINDOWS_TO_COME_BACK = 2;

    private boolean windowOpen;
    private long windowNanos;
    private double objectUsd;
    private double wireUsd;
    private int cheaperWindows;

    /**
     * An object is about to be sealed.
     *
     * @return whether the wire should take over instead
     */
    boolean wireIsCheaper(OpenObject open, UploadSettings settings, long nowNanos) {
        if (!windowOpen) {
            begin(nowNanos);
        }
        CostModel costs = new CostModel(settings);
        objectUsd += costs.objectUsd(open.bytes(), open.followerBytes(), open.followerBrokers());
        wireUsd += costs.wireUsd(open.followerBytes());
        if (nowNanos - windowNanos < WINDOW_NANOS) {
            return false;
        }
        boolean dearer = objectUsd > wireUsd;
        begin(nowNanos);
        return dearer;
    }

    private void begin(long nowNanos) {
        windowOpen = true;
        windowNanos = nowNanos;
        objectUsd = 0;
        wireUsd = 0;
        cheaperWindows = 0;
    }

    /** The wire has taken over: what is appended is measured from now on. */
    void measureFrom(long nowNanos) {
        begin(nowNanos);
    }

    /** Nanoseconds until the appends of a window are known, at least 0. */
    long nanosUntilMeasured(long nowNanos) {
        return Math.max(0, windowNanos + WINDOW_NANOS - nowNanos);
    }

    /**
     * While the wire is used, a window is over.
     *
     * @param appended what was appended in it
     * @return whether objects would pay
     */
    boolean objectsPay(OpenObject appended, UploadSettings settings, long nowNanos) {
        double lingers = (double) Math.max(1, nowNanos - windowNanos) / Math.max(1, settings.lingerNanos());
        double scale = Math.min(1 / lingers, (double) settings.maxObjectBytes() / Math.max(1, appended.bytes()));
        long followerBytes = (long) (appended.followerBytes() * scale);
        CostModel costs = new CostModel(settings);
        double objects = costs.objectUsd((long) (appended.bytes() * scale), followerBytes, appended.followerBrokers());
        boolean cheaper = objects < CLEARLY_CHEAPER * costs.wireUsd(followerBytes);
        int inRow = cheaper ? cheaperWindows + 1 : 0;
        begin(nowNanos);
        cheaperWindows = inRow;
        return inRow >= WINDOWS_TO_COME_BACK;
    }
}
