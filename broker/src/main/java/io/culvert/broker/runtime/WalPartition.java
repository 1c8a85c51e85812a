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

import io.culvert.broker.hooks.PartitionHooks;
import io.culvert.broker.hooks.ReferenceFetch;
import io.culvert.core.upload.Follower;
import io.culvert.core.upload.LeaderSide;
import kafka.cluster.Partition;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.server.storage.log.FetchParams;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogReadInfo;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.jspecify.annotations.Nullable;

/**
 * What Culvert knows of one partition object of a broker. Used by any of the broker's threads.
 *
 * <p>Whether its topic is a WAL topic is worked out once for each {@code LogConfig} and settings, both of which the
 * broker replaces as a whole when something changes.
 */
final class WalPartition implements PartitionHooks {

    private final Partition partition;
    private final WalTopics topics;
    private final LeaderSideSupplier leaderSide;
    private final FetchMarks marks;

    private volatile @Nullable TopicIdPartition id;
    private volatile WalTopics.@Nullable Verdict verdict;

    WalPartition(Partition partition, WalTopics topics, LeaderSideSupplier leaderSide, FetchMarks marks) {
        this.partition = partition;
        this.topics = topics;
        this.leaderSide = leaderSide;
        this.marks = marks;
    }

    /** Gives the leader side once the broker's runtime is ready, null before and after. */
    @FunctionalInterface
    interface LeaderSideSupplier {
        @Nullable
        LeaderSide get();
    }

    @Override
    public void appended() {
        LeaderSide side = leaderSide.get();
        if (side == null || !isWal()) {
            return;
        }
        TopicIdPartition known = id();
        if (known != null) {
            side.appended(known);
        }
    }

    @Override
    public @Nullable ReferenceFetch fetch(FetchParams params, FetchRequest.PartitionData fetch) {
        LeaderSide side = leaderSide.get();
        if (side == null || !marks.allowsReferences(params) || !isWal()) {
            return null;
        }
        TopicIdPartition known = id();
        if (known == null
                || fetch.currentLeaderEpoch.isEmpty()
                || marks.wantsWire(params, known)
                || mayBeThrottled(params.replicaId)) {
            return null;
        }
        int leaderEpoch = fetch.currentLeaderEpoch.get();
        Follower follower = follower(params.replicaId);
        if (side.answer(known, leaderEpoch, fetch.fetchOffset, follower) == LeaderSide.FetchAnswer.RECORDS) {
            return null;
        }
        return new PartitionReferenceFetch(
                side,
                known,
                leaderEpoch,
                fetch.fetchOffset,
                follower,
                Math.min(fetch.maxBytes, maxAppendBytes()),
                partition);
    }

    /** Says how a parked fetch of this partition that waits for a reference stands. */
    boolean isAnswerable(FetchRequest.PartitionData fetch, int followerId) {
        LeaderSide side = leaderSide.get();
        TopicIdPartition known = id();
        if (side == null || known == null || !isWal() || fetch.currentLeaderEpoch.isEmpty()) {
            return true;
        }
        if (fetch.currentLeaderEpoch.get() != partition.getLeaderEpoch()
                || partition.leaderLogIfLocal().isEmpty()) {
            // Not the leader any more, or at another epoch: Kafka answers with the error that tells the follower so.
            return true;
        }
        return side.answer(known, fetch.currentLeaderEpoch.get(), fetch.fetchOffset, follower(followerId))
                != LeaderSide.FetchAnswer.WAIT;
    }

    /** The most bytes that the partition's log takes in one append. */
    int maxAppendBytes() {
        scala.Option<UnifiedLog> log = partition.log();
        return log.isDefined() ? log.get().config().segmentSize() : Integer.MAX_VALUE;
    }

    String topic() {
        return partition.topic();
    }

    /** Whether the partition's topic is a WAL topic now; false while its log is not there. */
    boolean isWal() {
        scala.Option<UnifiedLog> log = partition.log();
        return log.isDefined() && isWal(log.get());
    }

    boolean isWal(UnifiedLog log) {
        LogConfig config = log.config();
        WalTopics.Verdict known = verdict;
        if (known == null || !topics.isCurrent(known, config)) {
            known = topics.judge(partition.topic(), config);
            verdict = known;
        }
        return known.isWal();
    }

    /** The partition with its topic id; null while the broker does not know the id. */
    @Nullable
    TopicIdPartition id() {
        TopicIdPartition known = id;
        if (known == null) {
            scala.Option<Uuid> topicId = partition.topicId();
            if (topicId.isDefined()) {
                known = new TopicIdPartition(topicId.get(), partition.topicPartition());
                id = known;
            }
        }
        return known;
    }

    private Follower follower(int brokerId) {
        return new Follower(brokerId, partition.inSyncReplicaIds().contains(brokerId));
    }

    /**
     * Replicas of throttled topics that are not in sync get what stock Kafka gives them, whose quota counts the bytes
     * that cross the wire.
     */
    private boolean mayBeThrottled(int followerId) {
        scala.Option<UnifiedLog> log = partition.log();
        return log.isDefined()
                && !log.get().config().leaderReplicationThrottledReplicas.isEmpty()
                && !partition.inSyncReplicaIds().contains(followerId);
    }

    /** One fetch by reference of one partition. */
    private record PartitionReferenceFetch(
            LeaderSide side,
            TopicIdPartition id,
            int leaderEpoch,
            long fetchOffset,
            Follower follower,
            int maxBytes,
            Partition partition)
            implements ReferenceFetch {

        @Override
        public long leaderEndOffset(long logEndOffset) {
            UnifiedLog log = KafkaLeaderLog.currentLog(partition);
            return log == null ? logEndOffset : side.isrEndOffset(id, logEndOffset, log.highWatermark());
        }

        @Override
        public LogReadInfo answer(LogReadInfo read) {
            return ReferenceAnswers.answer(
                    read, fetchOffset, leaderEpoch, side.references(id, leaderEpoch, fetchOffset, follower, maxBytes));
        }
    }
}
