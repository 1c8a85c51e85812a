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

package io.culvert.broker.runtime;

import io.culvert.broker.hooks.ParkedFetch;
import io.culvert.core.upload.LeaderSide;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.storage.internals.log.FetchPartitionStatus;
import org.jspecify.annotations.Nullable;

/**
 * A follower's fetch that waits for references of some of its partitions, or all.
 *
 * <p>Every append to one of its partitions asks; as long as nothing was published for any partition since the last look,
 * the answer costs one comparison. Where some partitions are served over the wire, Kafka's own conditions go on to be
 * looked at as well. Guarded by the lock of the delayed operation.
 */
final class ParkedReferenceFetch implements ParkedFetch {

    private final LongSupplier version;
    private final int followerId;
    private final List<Waiting> waiting;
    private final Step idle;
    private long seen = -1;

    private record Waiting(WalPartition partition, FetchRequest.PartitionData fetch) {}

    private ParkedReferenceFetch(LongSupplier version, int followerId, List<Waiting> waiting, Step idle) {
        this.version = version;
        this.followerId = followerId;
        this.waiting = waiting;
        this.idle = idle;
    }

    /** Finds the WAL partition object behind a partition of a fetch; null if this broker has none any more. */
    @FunctionalInterface
    interface PartitionFinder {
        @Nullable
        WalPartition find(TopicIdPartition partition);
    }

    /**
     * Looks at a fetch that is about to be parked.
     *
     * @param version {@link LeaderSide#version()}, also moved by changes of settings
     * @return what to do with the fetch; null if none of its partitions waits for a reference
     */
    static @Nullable ParkedFetch of(
            LongSupplier version,
            int followerId,
            Map<TopicIdPartition, FetchPartitionStatus> partitions,
            PartitionFinder finder) {
        List<Waiting> waiting = new ArrayList<>(partitions.size());
        boolean someOnTheWire = false;
        for (Map.Entry<TopicIdPartition, FetchPartitionStatus> entry : partitions.entrySet()) {
            FetchPartitionStatus status = entry.getValue();
            WalPartition partition = finder.find(entry.getKey());
            // Only ReferenceAnswers gives an offset without a position for a partition without an error.
            if (status.startOffsetMetadata().messageOffsetOnly() && partition != null) {
                waiting.add(new Waiting(partition, status.fetchInfo()));
            } else {
                someOnTheWire = true;
            }
        }
        return waiting.isEmpty()
                ? null
                : new ParkedReferenceFetch(version, followerId, waiting, someOnTheWire ? Step.STOCK : Step.WAIT);
    }

    @Override
    public Step tryComplete() {
        long now = version.getAsLong();
        if (now == seen) {
            return idle;
        }
        for (Waiting one : waiting) {
            if (one.partition().isAnswerable(one.fetch(), followerId)) {
                return Step.COMPLETE;
            }
        }
        seen = now;
        return idle;
    }
}
