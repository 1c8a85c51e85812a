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

import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import org.apache.kafka.common.TopicIdPartition;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that this broker leads, and the signals from request threads to the uploader about them. Thread-safe; a
 * partition is signalled at most twice at a time, once as dirty and once because it was asked for, so the queue is bounded
 * by the number of partitions.
 */
final class PartitionTable {

    private final ConcurrentMap<TopicIdPartition, LeaderPartition> partitions = new ConcurrentHashMap<>();
    private final Queue<LeaderPartition> signals = new ConcurrentLinkedQueue<>();
    private final Runnable wake;

    /** Whether the uploader sleeps for so long that a signal must wake it. */
    private volatile boolean asleep = true;

    PartitionTable(Runnable wake) {
        this.wake = wake;
    }

    @Nullable
    LeaderPartition find(TopicIdPartition id) {
        return partitions.get(id);
    }

    LeaderPartition findOrAdd(TopicIdPartition id) {
        LeaderPartition found = partitions.get(id);
        return found != null ? found : partitions.computeIfAbsent(id, LeaderPartition::new);
    }

    Collection<LeaderPartition> all() {
        return partitions.values();
    }

    int size() {
        return partitions.size();
    }

    /** Hands a partition to the uploader, by a request thread. */
    void signal(LeaderPartition partition) {
        signals.add(partition);
        if (asleep) {
            wake.run();
        }
    }

    // The uploader's thread.

    @Nullable
    LeaderPartition nextSignal() {
        return signals.poll();
    }

    void remove(LeaderPartition partition) {
        partitions.remove(partition.id(), partition);
        partition.forget();
    }

    /**
     * Says whether signals wake the uploader from now on.
     *
     * @return whether a signal came before that could be known: the uploader must run again at once
     */
    boolean sleep(boolean untilWoken) {
        asleep = untilWoken;
        return untilWoken && !signals.isEmpty();
    }
}
