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

import java.util.Arrays;

/**
 * Recent latencies of GETs by size, and whether a slow one may be asked for twice. Shared by the fetcher threads of a
 * broker. Thread-safe.
 */
public final class GetLatency {

    /** Never hedge before this: below it, a second request costs more than it wins. */
    private static final long MIN_HEDGE_NANOS = 2_000_000;

    private static final int[] CLASS_LIMITS = {64 << 10, 256 << 10, 1 << 20, 4 << 20, Integer.MAX_VALUE};
    /** How long a read may take before others stop waiting for it: so many times what nearly all took lately. */
    private static final int PATIENCE = 2;

    private static final long MIN_PATIENCE_NANOS = 10_000_000;
    private static final long MAX_PATIENCE_NANOS = 100_000_000;

    private static final double HEDGES_PER_GET = 0.05;
    private static final double MAX_SAVED_HEDGES = 2;

    private final RecentLatency[] classes = new RecentLatency[CLASS_LIMITS.length];
    private double savedHedges = MAX_SAVED_HEDGES;

    /** Creates an empty history, which hedges nothing until it has seen enough GETs. */
    public GetLatency() {
        Arrays.setAll(classes, i -> new RecentLatency());
    }

    /** Notes that a GET was started, which earns a twentieth of a hedge. */
    synchronized void started() {
        savedHedges = Math.min(MAX_SAVED_HEDGES, savedHedges + HEDGES_PER_GET);
    }

    /** Notes how long a range of {@code bytes} took to arrive. */
    synchronized void arrived(int bytes, long nanos) {
        classes[sizeClass(bytes)].add(nanos);
    }

    /** After how long a GET of {@code bytes} counts as slow; {@link Long#MAX_VALUE} while too little is known. */
    synchronized long slowAfterNanos(int bytes) {
        return Math.max(MIN_HEDGE_NANOS, classes[sizeClass(bytes)].p95());
    }

    /** How long it makes sense to wait for reads while something else is to be done. */
    synchronized long patienceNanos() {
        long slowest = 0;
        for (RecentLatency recent : classes) {
            if (recent.p95() != Long.MAX_VALUE) {
                slowest = Math.max(slowest, recent.p95());
            }
        }
        boolean unknown = slowest == 0;
        return unknown
                ? MAX_PATIENCE_NANOS
                : Math.min(MAX_PATIENCE_NANOS, Math.max(MIN_PATIENCE_NANOS, PATIENCE * slowest));
    }

    /** Takes one hedge from what was earned, if there is one. */
    synchronized boolean takeHedge() {
        if (savedHedges < 1) {
            return false;
        }
        savedHedges--;
        return true;
    }

    private static int sizeClass(int bytes) {
        int sizeClass = 0;
        while (bytes > CLASS_LIMITS[sizeClass]) {
            sizeClass++;
        }
        return sizeClass;
    }

    /** A ring of the last latencies and their 95th percentile, computed anew after every few of them. */
    private static final class RecentLatency {
        private static final int SAMPLES = 128;
        private static final int MIN_SAMPLES = 20;
        private static final int RECOMPUTE_EVERY = 16;

        private final long[] nanos = new long[SAMPLES];
        private long added;
        private long p95 = Long.MAX_VALUE;

        void add(long sample) {
            nanos[(int) (added++ % SAMPLES)] = sample;
            if (added == MIN_SAMPLES || (added > MIN_SAMPLES && added % RECOMPUTE_EVERY == 0)) {
                long[] sorted = Arrays.copyOf(nanos, (int) Math.min(added, SAMPLES));
                Arrays.sort(sorted);
                p95 = sorted[(int) Math.ceil(sorted.length * 0.95) - 1];
            }
        }

        long p95() {
            return p95;
        }
    }
}
