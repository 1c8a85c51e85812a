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
 * Bounds the age of a log's bytes without a time for each append: it keeps where the log ended at some moments, and what
 * lies behind such an end was appended after that moment. Owned by the uploader's thread.
 */
final class AppendClock {

    private static final int SAMPLES = 32;

    /** A ring of samples, offsets and times ascending. */
    private final long[] offsets = new long[SAMPLES];

    private final long[] nanos = new long[SAMPLES];
    private int first;
    private int count;

    /** Starts with a log that ends at {@code offset} at {@code nowNanos}. */
    AppendClock(long offset, long nowNanos) {
        add(offset, nowNanos);
    }

    /**
     * Notes where the log ends. Samples nearer to each other than {@code spacingNanos} are left out; with the log at rest
     * the last one moves on, so that the next append counts from now.
     */
    void observe(long logEndOffset, long nowNanos, long spacingNanos) {
        int last = slot(count - 1);
        if (logEndOffset <= offsets[last]) {
            nanos[last] = nowNanos;
        } else if (nowNanos - nanos[last] >= spacingNanos) {
            add(logEndOffset, nowNanos);
        }
    }

    /** The log ended at {@code logEndOffset} until {@code nanos}, when the next append came. */
    void idleUntil(long logEndOffset, long untilNanos) {
        int last = slot(count - 1);
        if (logEndOffset > offsets[last]) {
            add(logEndOffset, untilNanos);
        } else if (untilNanos - nanos[last] > 0) {
            nanos[last] = untilNanos;
        }
    }

    private void add(long offset, long nowNanos) {
        if (count == SAMPLES) {
            first = slot(1);
            count--;
        }
        offsets[slot(count)] = offset;
        nanos[slot(count)] = nowNanos;
        count++;
    }

    /** A time before which the byte at {@code offset} was not appended, as late as is known. */
    long notBefore(long offset) {
        int sample = count - 1;
        while (sample > 0 && offsets[slot(sample)] > offset) {
            sample--;
        }
        return nanos[slot(sample)];
    }

    private int slot(int sample) {
        return (first + sample) % SAMPLES;
    }
}
