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

import io.culvert.core.log.LeaderLog;
import io.culvert.core.log.LeaderLogs;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiPredicate;
import kafka.cluster.Partition;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/**
 * Finds the WAL partitions that a broker leads through its {@code ReplicaManager}. Thread-safe.
 *
 * <p>Views are kept while they are current, because they remember where the last read ended.
 */
final class KafkaLeaderLogs implements LeaderLogs {

    private final ReplicaManager replicaManager;
    private final BiPredicate<TopicPartition, UnifiedLog> isWal;
    private final Time time;
    private final ConcurrentMap<TopicIdPartition, KafkaLeaderLog> views = new ConcurrentHashMap<>();

    /**
     * Looks at the partitions of a broker.
     *
     * @param isWal says whether a log belongs to a WAL topic now; called often, must be cheap
     */
    KafkaLeaderLogs(ReplicaManager replicaManager, BiPredicate<TopicPartition, UnifiedLog> isWal, Time time) {
        this.replicaManager = replicaManager;
        this.isWal = isWal;
        this.time = time;
    }

    @Override
    public Optional<LeaderLog> leaderLog(TopicIdPartition id) {
        scala.Option<Partition> online = replicaManager.onlinePartition(id.topicPartition());
        if (online.isEmpty() || !hasTopicId(online.get(), id.topicId())) {
            views.remove(id);
            return Optional.empty();
        }
        Partition partition = online.get();
        // The epoch is read first: if leadership changes in between, the view is born outdated and says so.
        int leaderEpoch = partition.getLeaderEpoch();
        UnifiedLog log = KafkaLeaderLog.currentLog(partition);
        if (log == null || !isWal.test(id.topicPartition(), log)) {
            views.remove(id);
            return Optional.empty();
        }
        KafkaLeaderLog view = views.get(id);
        if (view == null || !view.isViewOf(partition, log, leaderEpoch)) {
            view = new KafkaLeaderLog(id, partition, log, leaderEpoch, time);
            views.put(id, view);
        }
        return Optional.of(view);
    }

    /** Forgets what it keeps for a partition that is led elsewhere now or deleted. */
    void forget(TopicIdPartition id) {
        views.remove(id);
    }

    private static boolean hasTopicId(Partition partition, Uuid topicId) {
        scala.Option<Uuid> id = partition.topicId();
        return id.isDefined() && id.get().equals(topicId);
    }
}
