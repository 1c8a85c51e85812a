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

package io.culvert.cluster.load;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * What the brokers said about the records that were written to one topic. Thread-safe.
 *
 * <p>Offsets are taken to begin at 0 and to have few gaps: there is a slot for each.
 */
public final class Ledger {

    private static final int NOTHING = -1;
    private static final int FIRST_SLOTS = 1024;

    private final Map<Integer, int[]> numbersByPartition = new HashMap<>();
    private final BitSet failed = new BitSet();
    private long acknowledged;

    /** Notes that a record was acknowledged at an offset; two at one offset make one of them missing. */
    public synchronized void acknowledge(int number, int partition, long offset) {
        int index = Math.toIntExact(offset);
        int[] numbers = numbersByPartition.getOrDefault(partition, new int[0]);
        if (index >= numbers.length) {
            int used = numbers.length;
            numbers = Arrays.copyOf(numbers, Math.max(FIRST_SLOTS, Math.max(index + 1, used * 2)));
            Arrays.fill(numbers, used, numbers.length, NOTHING);
            numbersByPartition.put(partition, numbers);
        }
        numbers[index] = number;
        acknowledged++;
    }

    /** Notes that the producer gave a record up: it may be in the log or not. */
    public synchronized void fail(int number) {
        failed.set(number);
    }

    /** Returns the number of the record that was acknowledged at this offset, or -1. */
    public synchronized int acknowledgedAt(int partition, long offset) {
        int[] numbers = numbersByPartition.getOrDefault(partition, new int[0]);
        return offset < numbers.length ? numbers[(int) offset] : NOTHING;
    }

    public synchronized boolean hasFailed(int number) {
        return failed.get(number);
    }

    public synchronized long acknowledgedCount() {
        return acknowledged;
    }

    public synchronized int failedCount() {
        return failed.cardinality();
    }
}
