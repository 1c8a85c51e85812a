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

import java.util.concurrent.TimeUnit;

/**
 * Bounds of one fetcher thread.
 *
 * @param roundBytes section bytes that one round begins to fetch, at least 1; when no read is under way, one section is
 *     begun whatever its length
 * @param maxBytesInFlight bytes of all reads that are under way or not handed over yet, gaps included, at least
 *     {@code roundBytes}; passed by at most that one section
 * @param maxSectionBytes a reference to a longer section is refused and its partition goes over the wire
 * @param maxRangeBytes sections are not merged into a read longer than this
 * @param maxGapBytes sections of one object further apart than this are not merged
 * @param maxGets reads under way at once, at least 1
 * @param graceNanos how long a round waits for more once something has arrived
 * @param getDeadlineNanos a read that takes longer has failed; less for records that have waited already
 */
public record FetchLimits(
        int roundBytes,
        int maxBytesInFlight,
        int maxSectionBytes,
        int maxRangeBytes,
        int maxGapBytes,
        int maxGets,
        long graceNanos,
        long getDeadlineNanos) {

    private static final int MAX_GAP_BYTES = 128 * 1024;
    private static final int MAX_RANGE_BYTES = 8 * 1024 * 1024;
    private static final int MAX_SECTION_BYTES = 64 * 1024 * 1024;
    private static final int MAX_GETS = 64;
    private static final int DEADLINE_FRACTION = 4;
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

    public FetchLimits {
        if (roundBytes < 1
                || maxBytesInFlight < roundBytes
                || maxSectionBytes < 1
                || maxRangeBytes < 1
                || maxGapBytes < 0
                || maxGets < 1
                || graceNanos < 0
                || getDeadlineNanos < 1) {
            throw new IllegalArgumentException("fetch limits out of range: roundBytes=" + roundBytes
                    + " maxBytesInFlight=" + maxBytesInFlight + " maxSectionBytes=" + maxSectionBytes
                    + " maxRangeBytes=" + maxRangeBytes + " maxGapBytes=" + maxGapBytes + " maxGets=" + maxGets
                    + " graceNanos=" + graceNanos + " getDeadlineNanos=" + getDeadlineNanos);
        }
    }

    /**
     * How long a read may take for records that have waited for {@code waitedNanos} before: together at most
     * {@link #getDeadlineNanos}, but at least a quarter of it, whatever the leader says.
     */
    public long getDeadlineNanos(long waitedNanos) {
        return Math.max(getDeadlineNanos - waitedNanos, shortestDeadlineNanos(getDeadlineNanos));
    }

    /** What is left to a read of a deadline, however long its records have waited before. */
    static long shortestDeadlineNanos(long getDeadlineNanos) {
        return getDeadlineNanos / DEADLINE_FRACTION;
    }

    /**
     * The limits of a fetcher thread of a broker.
     *
     * @param responseMaxBytes the broker's {@code replica.fetch.response.max.bytes}
     * @param fallbackMs the broker's {@code remote.wal.fallback.ms}
     */
    public static FetchLimits of(int responseMaxBytes, long fallbackMs) {
        int roundBytes = Math.max(1, responseMaxBytes);
        return new FetchLimits(
                roundBytes,
                (int) Math.min(Integer.MAX_VALUE, 2L * roundBytes),
                Math.max(roundBytes, MAX_SECTION_BYTES),
                MAX_RANGE_BYTES,
                MAX_GAP_BYTES,
                MAX_GETS,
                GRACE_NANOS,
                TimeUnit.MILLISECONDS.toNanos(Math.max(1, fallbackMs)));
    }
}
