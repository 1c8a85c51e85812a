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

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicIdPartition;
import org.jspecify.annotations.Nullable;

/**
 * One partition that this broker leads, or did a moment ago. Request threads raise its flags and read its view; everything
 * else belongs to the uploader's thread.
 */
final class LeaderPartition {

    private static final long CLEAN = PartitionView.NONE;

    private final TopicIdPartition id;
    private final AtomicLong dirtySince = new AtomicLong(CLEAN);
    private final AtomicLong askedSince = new AtomicLong(CLEAN);
    private final LogEndHistory logEnds = new LogEndHistory();
    private final AtomicReference<@Nullable Laggards> laggards = new AtomicReference<>();
    private volatile PartitionView view = PartitionView.UNRESOLVED;

    /** Owned by the uploader's thread. */
    private @Nullable Tenure tenure;

    private Queue queue = Queue.NONE;
    private boolean forgotten;
    private int restStreak;
    private long restUntilNanos;

    /** Where the uploader keeps the partition; it is in one place at most. */
    enum Queue {
        NONE,
        PENDING,
        RESTING
    }

    LeaderPartition(TopicIdPartition id) {
        this.id = id;
    }

    TopicIdPartition id() {
        return id;
    }

    // Request threads.

    boolean isDirty() {
        return dirtySince.get() != CLEAN;
    }

    /** When it became dirty; {@link PartitionView#NONE} if it is not. */
    long dirtySinceNanos() {
        return dirtySince.get();
    }

    /** Marks the partition dirty; true if it was not, and has to be signalled to the uploader. */
    boolean markDirty(long nowNanos) {
        return dirtySince.compareAndSet(CLEAN, nowNanos);
    }

    /** Asks the uploader to look the partition up; true if nobody else has asked. */
    boolean ask(long nowNanos) {
        return askedSince.get() == CLEAN && askedSince.compareAndSet(CLEAN, nowNanos);
    }

    PartitionView view() {
        return view;
    }

    /** When the oldest byte that is not published was appended, or {@link PartitionView#NONE}. */
    long oldestUnpublishedNanos() {
        long sealed = view.oldestNanos();
        return sealed != PartitionView.NONE ? sealed : dirtySince.get();
    }

    /**
     * Says whether the oldest unpublished byte is older than {@code ageNanos}, or a question to the uploader is: it may be
     * wedged, so request threads do not rely on it to say so.
     */
    boolean isOverdue(long nowNanos, long ageNanos) {
        return isOlder(oldestUnpublishedNanos(), nowNanos, ageNanos) || isOlder(askedSince.get(), nowNanos, ageNanos);
    }

    private static boolean isOlder(long nanos, long nowNanos, long ageNanos) {
        return nanos != PartitionView.NONE && nowNanos - nanos > ageNanos;
    }

    LogEndHistory logEnds() {
        return logEnds;
    }

    /** Followers below the index; null if there never were any. */
    @Nullable
    Laggards laggards() {
        return laggards.get();
    }

    /** Followers below the index. */
    Laggards ensureLaggards() {
        Laggards present = laggards.get();
        if (present != null) {
            return present;
        }
        Laggards made = new Laggards();
        return laggards.compareAndSet(null, made) ? made : ensureLaggards();
    }

    // The uploader's thread.

    void show(PartitionView newView) {
        view = newView;
    }

    /** Clears the flag; the log has to be looked at once more afterwards, for appends that still saw it set. */
    void markClean() {
        dirtySince.set(CLEAN);
    }

    /** The partition is dirty, as the uploader knows: appends need not signal. */
    void keepDirty(long sinceNanos) {
        dirtySince.set(sinceNanos);
    }

    void answerAsked() {
        askedSince.set(CLEAN);
    }

    @Nullable
    Tenure tenure() {
        return tenure;
    }

    void setTenure(@Nullable Tenure newTenure) {
        tenure = newTenure;
    }

    Queue queue() {
        return queue;
    }

    void setQueue(Queue newQueue) {
        queue = newQueue;
    }

    /** Says whether the table has another object for this partition by now, or none. */
    boolean isForgotten() {
        return forgotten;
    }

    void forget() {
        forgotten = true;
        view = PartitionView.UNRESOLVED;
    }

    long restUntilNanos() {
        return restUntilNanos;
    }

    /**
     * Sends the partition to rest, longer each time until it has been well for a while.
     *
     * @param shortestNanos the first rest
     * @param longestNanos the longest rest, and how long the partition must have been well to begin again
     */
    void rest(long nowNanos, long shortestNanos, long longestNanos) {
        if (restStreak > 0 && nowNanos - restUntilNanos > longestNanos) {
            restStreak = 0;
        }
        long rest = Math.min(longestNanos, shortestNanos << Math.min(restStreak, 20));
        restStreak++;
        restUntilNanos = nowNanos + rest;
        queue = Queue.RESTING;
        view = PartitionView.WIRE;
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
