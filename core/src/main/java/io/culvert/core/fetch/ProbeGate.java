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

package io.culvert.core.fetch;

/**
 * How many partitions may try the object path at once after the store failed as a whole: one after a wait that doubles
 * while it fails, then twice as many after each success, so that a store that is still away, or just back, meets few.
 * Owned by one fetcher thread.
 */
final class ProbeGate {

    private static final int WIDE_OPEN = 1 << 20;

    private final Backoff backoff;
    private int allowance = WIDE_OPEN;
    private long waitNanos;
    private long shutAtNanos;
    private long shutForNanos;

    ProbeGate(Backoff backoff) {
        this.backoff = backoff;
    }

    /** How many probes may be under way now. */
    int allowance(long nowNanos) {
        return isShut(nowNanos) ? 0 : allowance;
    }

    private boolean isShut(long nowNanos) {
        return nowNanos - shutAtNanos < shutForNanos;
    }

    /** The store failed, with nothing to show that it works. */
    void storeFailed(long nowNanos) {
        if (isShut(nowNanos)) {
            return; // reads begun before it shut
        }
        waitNanos = allowance == WIDE_OPEN ? backoff.first() : backoff.next(waitNanos);
        shutAtNanos = nowNanos;
        shutForNanos = backoff.spread(waitNanos);
        allowance = 1;
    }

    /** The store served something. */
    void widen() {
        moreProbes();
        waitNanos = 0;
        shutForNanos = 0;
    }

    /** A probe met neither success nor failure, for want of records: others may, so let more probe beside it. */
    void moreProbes() {
        allowance = Math.min(WIDE_OPEN, 2 * allowance);
    }
}
