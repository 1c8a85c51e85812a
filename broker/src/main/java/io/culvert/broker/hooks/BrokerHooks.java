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

package io.culvert.broker.hooks;

import java.util.Map;
import kafka.cluster.Partition;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.server.LeaderEndPoint;
import org.apache.kafka.server.storage.log.FetchParams;
import org.apache.kafka.storage.internals.log.FetchPartitionStatus;
import org.jspecify.annotations.Nullable;

/**
 * What Culvert does for one broker, called from its hooks.
 *
 * <p>Life cycle: made by {@link BrokerHooksFactory} when {@code BrokerServer.startup()} begins; {@link #attach} when the
 * broker's {@code ReplicaManager} has been constructed; from then on every other method may be called, by any of the
 * broker's threads at once, also before {@link #started}; {@link #stop} ends it. Between {@link #attach} and the moment
 * it is ready, an implementation answers as if it were not there.
 *
 * <p>Every method but {@link #attach}, {@link #started} and {@link #stop} runs on threads that serve requests or
 * replicate: it neither blocks nor does I/O. What a method throws is logged and counts as "do what stock Kafka does".
 */
public interface BrokerHooks {

    /**
     * Tells that the broker's replica manager exists; fetchers and partitions come after this.
     *
     * @param replicaManager just constructed, not started
     */
    void attach(ReplicaManager replicaManager);

    /** Tells that {@code BrokerServer.startup()} has returned normally: the broker serves requests. */
    void started();

    /**
     * Ends everything; called once, when {@code ReplicaManager.shutdown} begins or when a start has failed. Hooks of
     * partitions and fetches that were handed out may still be called afterwards.
     */
    void stop();

    /**
     * Wraps the end point through which a replica fetcher thread reaches a leader.
     *
     * @param leader the stock end point
     * @return the end point to use instead; {@code leader} to change nothing
     */
    LeaderEndPoint wrapLeader(LeaderEndPoint leader);

    /**
     * Chooses the replica fetcher of a partition; called under the fetcher manager's lock.
     *
     * @param stockId what stock Kafka chose, at least 0
     * @return {@code stockId}, or a negative id for a fetcher of our own: {@code resizeThreadPool} of Kafka 4.3 and 4.4
     *     shuts threads with ids at or above its new size down, but leaves them in its map
     */
    int fetcherId(TopicPartition partition, int stockId);

    /**
     * Gives the hooks of one partition object, asked for once when it is constructed and kept in it.
     *
     * @param partition under construction: only its topic partition may be used now
     * @return null if this partition will never need any
     */
    @Nullable
    PartitionHooks partition(Partition partition);

    /**
     * Looks at a fetch of a follower that is about to be parked; asked for once for each, when its delayed operation is
     * constructed.
     *
     * @param params the fetch's parameters
     * @param partitions its partitions with their fetch offsets; never changes
     * @return null to let stock Kafka decide when it completes
     */
    @Nullable
    ParkedFetch parked(FetchParams params, Map<TopicIdPartition, FetchPartitionStatus> partitions);
}
