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

import io.culvert.core.log.LeaderLog;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The partitions that may have bytes to upload, in the order in which their turn comes, and those that rest on the wire.
 * Owned by the uploader's thread; work is proportional to them, not to all partitions.
 */
final class DirtyPartitions {

    /** The longest rest of a partition, and how long it must be well for its rests to become short again. */
    private static final long LONGEST_REST_NANOS = 60_000_000_000L;

    /** Samples of a log's end within the time until it is overdue. */
    private static final int SAMPLES = 16;

    private final Tenures tenures;
    private final Changes changes;
    private final Set<LeaderPartition> pending = new LinkedHashSet<>();
    private final PriorityQueue<LeaderPartition> resting =
            new PriorityQueue<>((one, other) -> Long.compare(one.restUntilNanos() - other.restUntilNanos(), 0));

    DirtyPartitions(Tenures tenures, Changes changes) {
        this.tenures = tenures;
        this.changes = changes;
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    int size() {
        return pending.size();
    }

    int restingSize() {
        return resting.size();
    }

    /** The partitions in turn. */
    Iterable<LeaderPartition> pending() {
        return pending;
    }

    /** Adds a partition behind the others, unless it is there or rests. */
    void add(LeaderPartition partition) {
        if (partition.queue() == LeaderPartition.Queue.NONE) {
            partition.setQueue(LeaderPartition.Queue.PENDING);
            pending.add(partition);
            Tenure tenure = partition.tenure();
            if (tenure != null && partition.isDirty()) {
                // It was left with nothing to upload, so what there is now was appended after it became dirty.
                tenure.appends().idleUntil(tenure.nextOffset(), partition.dirtySinceNanos());
            }
        }
    }

    /** The partition had its turn. */
    void moveToEnd(LeaderPartition partition) {
        if (pending.remove(partition)) {
            pending.add(partition);
        }
    }

    void remove(LeaderPartition partition) {
        pending.remove(partition);
        resting.remove(partition);
        partition.setQueue(LeaderPartition.Queue.NONE);
    }

    /** Looks at every pending partition: what has bytes to upload is returned, what has not leaves. */
    OpenObject scan(long nowNanos, UploadSettings settings) {
        OpenObject open = new OpenObject();
        for (Iterator<LeaderPartition> turns = pending.iterator(); turns.hasNext(); ) {
            LeaderPartition partition = turns.next();
            Tenure tenure = tenures.ensure(partition, nowNanos, settings);
            if (tenure == null || isIdle(tenure, nowNanos, settings)) {
                turns.remove();
                partition.setQueue(LeaderPartition.Queue.NONE);
            } else {
                open.add(tenure, Math.max(1, tenure.log().bytesAfter(tenure.nextOffset())));
            }
        }
        return open;
    }

    private static boolean isIdle(Tenure tenure, long nowNanos, UploadSettings settings) {
        LeaderLog log = tenure.log();
        tenure.appends().observe(log.logEndOffset(), nowNanos, settings.uploadNanos() / SAMPLES);
        if (log.logEndOffset() > tenure.nextOffset()) {
            return false;
        }
        tenure.partition().markClean();
        // An append before the flag was cleared gave no signal, but its end is visible by now.
        if (log.logEndOffset() > tenure.nextOffset()) {
            tenure.partition().keepDirty(nowNanos);
            return false;
        }
        return true;
    }

    /** Has the pending partitions begin anew at their high watermark. */
    void restartTenures(long nowNanos, UploadSettings settings) {
        for (LeaderPartition partition : pending) {
            Tenure tenure = partition.tenure();
            if (tenure != null) {
                tenures.close(tenure, nowNanos, settings);
            }
            tenures.ensure(partition, nowNanos, settings);
        }
    }

    /** Partitions whose oldest unpublished byte is too old. */
    List<LeaderPartition> overdue(long nowNanos, UploadSettings settings) {
        List<LeaderPartition> overdue = new ArrayList<>();
        for (LeaderPartition partition : pending) {
            if (partition.isOverdue(nowNanos, settings.uploadNanos())) {
                overdue.add(partition);
            }
        }
        for (Tenure tenure : tenures.holding()) {
            LeaderPartition partition = tenure.partition();
            if (tenure.hasUnpublished()
                    && partition.queue() == LeaderPartition.Queue.NONE
                    && partition.isOverdue(nowNanos, settings.uploadNanos())) {
                overdue.add(partition);
            }
        }
        return overdue;
    }

    /** Sends a partition to the wire for a while: its tenure ends, and the next one starts at the high watermark. */
    void rest(LeaderPartition partition, long nowNanos, UploadSettings settings) {
        Tenure tenure = partition.tenure();
        if (tenure != null) {
            tenures.close(tenure, nowNanos, settings);
        }
        remove(partition);
        partition.keepDirty(nowNanos);
        partition.rest(nowNanos, settings.fallbackNanos(), LONGEST_REST_NANOS);
        resting.add(partition);
        changes.add(partition);
    }

    /** Takes back the partitions whose rest is over; returns how many. */
    int endRests(long nowNanos) {
        int ended = 0;
        LeaderPartition next = resting.peek();
        while (next != null && next.restUntilNanos() - nowNanos <= 0) {
            resting.remove();
            next.setQueue(LeaderPartition.Queue.NONE);
            add(next);
            ended++;
            next = resting.peek();
        }
        return ended;
    }

    /** Nanoseconds until a rest is over, at least 0. */
    long nanosUntilRestEnds(long nowNanos) {
        LeaderPartition next = resting.peek();
        return next == null ? Long.MAX_VALUE : Math.max(0, next.restUntilNanos() - nowNanos);
    }

    /** Begins anew with these partitions, after an error in the middle of a round. */
    void recover(Iterable<LeaderPartition> all) {
        pending.clear();
        resting.clear();
        for (LeaderPartition partition : all) {
            partition.setQueue(LeaderPartition.Queue.NONE);
            partition.show(PartitionView.UNRESOLVED);
            add(partition);
        }
    }
}
