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

package io.culvert.core.simulation;

import io.culvert.core.time.Ticker;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Virtual time, the events to come, and the one source of chance. */
final class World implements Ticker {

    static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
    static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Random random;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNanos = 1_000 * SECOND;
    private long scheduled;

    World(long seed) {
        random = new Random(seed);
    }

    /** Something that happens; events of one moment happen in the order in which they were scheduled. */
    private record Event(long nanos, long number, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return nanos != other.nanos ? Long.compare(nanos, other.nanos) : Long.compare(number, other.number);
        }
    }

    @Override
    public long nanos() {
        return nowNanos;
    }

    void after(long delayNanos, Runnable action) {
        events.add(new Event(nowNanos + Math.max(0, delayNanos), scheduled++, action));
    }

    /** Lets things happen for a while. */
    void runFor(long nanos) {
        long end = nowNanos + nanos;
        Event next = events.peek();
        while (next != null && next.nanos() <= end) {
            events.remove();
            nowNanos = next.nanos();
            next.action().run();
            next = events.peek();
        }
        nowNanos = end;
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** A number of {@code [from, to)}. */
    int between(int from, int to) {
        return from + random.nextInt(to - from);
    }

    long msBetween(int from, int to) {
        return between(from, to) * MS + random.nextInt((int) MS);
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
