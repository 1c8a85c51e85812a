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

import io.culvert.core.upload.LeaderSide.FetchAnswer;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The followers of one partition that are below its index, and where they are. Request threads note where a follower is; the
 * uploader's thread reads it, to upload what they will fetch next. Thread-safe; as many entries as there are followers.
 */
final class Laggards {

    /** The longest time that a follower goes over the wire before the store is tried again. */
    private static final long LONGEST_WIRE_NANOS = 60_000_000_000L;

    private static final long NOTE_AGAIN_NANOS = 500_000_000L;

    private final ConcurrentMap<Integer, Position> positions = new ConcurrentHashMap<>();

    /**
     * Where a follower is.
     *
     * @param offset its log end offset
     * @param sinceNanos when it was first seen there
     * @param seenNanos when it was last seen
     * @param wireUntilNanos until when it goes over the wire, or {@link PartitionView#NONE}
     * @param failures how often the store was too slow for it since it was last served
     */
    record Position(int follower, long offset, long sinceNanos, long seenNanos, long wireUntilNanos, int failures) {

        boolean isOnWire(long nowNanos) {
            return wireUntilNanos != PartitionView.NONE && wireUntilNanos - nowNanos > 0;
        }

        private Position seenAt(long newOffset, long nowNanos) {
            return newOffset == offset
                    ? new Position(follower, offset, sinceNanos, nowNanos, wireUntilNanos, failures)
                    : new Position(follower, newOffset, nowNanos, nowNanos, wireUntilNanos, failures);
        }

        /** Says whether it is worth being noted in the place of another one at the same offset. */
        private boolean differsFrom(Position before) {
            return seenNanos - before.seenNanos > NOTE_AGAIN_NANOS
                    || wireUntilNanos != before.wireUntilNanos
                    || failures != before.failures;
        }

        private Position served() {
            return new Position(follower, offset, sinceNanos, seenNanos, PartitionView.NONE, 0);
        }

        private Position toWire(long nowNanos, long shortestNanos) {
            long wire = Math.min(LONGEST_WIRE_NANOS, shortestNanos << Math.min(failures, 20));
            return new Position(follower, offset, sinceNanos, seenNanos, nowNanos + wire, failures + 1);
        }
    }

    boolean isEmpty() {
        return positions.isEmpty();
    }

    Collection<Position> positions() {
        return positions.values();
    }

    /**
     * Answers a follower's fetch below the index.
     *
     * @param covered whether the shelf has its offset
     * @param settings how long it waits for the store, and goes over the wire after that
     * @param moved is run if the uploader should look at the followers again
     */
    FetchAnswer answer(
            int follower, long fetchOffset, boolean covered, long nowNanos, UploadSettings settings, Runnable moved) {
        Position before = positions.get(follower);
        Position now = before == null
                ? new Position(follower, fetchOffset, nowNanos, nowNanos, PartitionView.NONE, 0)
                : before.seenAt(fetchOffset, nowNanos);
        FetchAnswer answer;
        if (now.isOnWire(nowNanos)) {
            answer = FetchAnswer.RECORDS;
        } else if (covered) {
            answer = FetchAnswer.REFERENCES;
            now = now.failures() == 0 ? now : now.served();
        } else if (nowNanos - now.sinceNanos() > settings.uploadNanos()) {
            answer = FetchAnswer.RECORDS;
            now = now.toWire(nowNanos, settings.fallbackNanos());
        } else {
            answer = FetchAnswer.WAIT;
        }
        boolean hasMoved = before == null || before.offset() != fetchOffset;
        if (before == null || hasMoved || now.differsFrom(before)) {
            positions.put(follower, now);
        }
        if (hasMoved && answer != FetchAnswer.RECORDS) {
            moved.run();
        }
        return answer;
    }

    /** How long a follower has been at an offset; 0 if it is elsewhere. */
    long waitedNanos(int follower, long fetchOffset, long nowNanos) {
        Position position = positions.get(follower);
        return position == null || position.offset() != fetchOffset ? 0 : nowNanos - position.sinceNanos();
    }

    /** Sends a follower over the wire for a while, if it is still where it was. */
    void toWire(Position position, long nowNanos, long shortestNanos) {
        positions.replace(position.follower(), position, position.toWire(nowNanos, shortestNanos));
    }

    /** Forgets a follower that has not moved since. */
    void forget(Position position) {
        positions.remove(position.follower(), position);
    }

    /** The lowest offset of a follower that may still want references; {@link Long#MAX_VALUE} if there is none. */
    long lowestOffset() {
        long lowest = Long.MAX_VALUE;
        for (Position position : positions.values()) {
            lowest = Math.min(lowest, position.offset());
        }
        return lowest;
    }
}
