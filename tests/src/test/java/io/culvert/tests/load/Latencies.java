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

package io.culvert.tests.load;

import java.time.Duration;
import java.util.Arrays;

/**
 * How long acknowledgements took, in nanoseconds, sorted.
 *
 * <p>Immutable.
 */
public final class Latencies {

    private final long[] sortedNanos;

    Latencies(long[] nanos) {
        sortedNanos = nanos.clone();
        Arrays.sort(sortedNanos);
    }

    /** Returns the number of records. */
    public int count() {
        return sortedNanos.length;
    }

    /** Returns what {@code percent} of the records stayed below or at. */
    public Duration percentile(double percent) {
        if (sortedNanos.length == 0) {
            throw new IllegalStateException("there are no latencies: nothing was sent");
        }
        int index = (int) Math.ceil(percent / 100 * sortedNanos.length) - 1;
        return Duration.ofNanos(sortedNanos[Math.max(0, index)]);
    }

    /** Returns the longest. */
    public Duration max() {
        return percentile(100);
    }

    @Override
    public String toString() {
        return sortedNanos.length == 0
                ? "none"
                : "count=" + count() + " p50=" + percentile(50).toMillis() + "ms p95="
                        + percentile(95).toMillis() + "ms p99=" + percentile(99).toMillis() + "ms max="
                        + max().toMillis() + "ms";
    }
}
