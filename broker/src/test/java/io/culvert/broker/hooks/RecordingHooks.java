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

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kafka.cluster.Partition;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.server.LeaderEndPoint;
import org.apache.kafka.server.storage.log.FetchParams;
import org.apache.kafka.storage.internals.log.FetchPartitionStatus;

/** Hooks that note their life cycle and otherwise leave everything to stock Kafka. */
final class RecordingHooks implements BrokerHooks {

    final List<String> events = new ArrayList<>();
    RuntimeException failure;

    @Override
    public void attach(ReplicaManager replicaManager) {
        note("attach");
    }

    @Override
    public void started() {
        note("started");
    }

    @Override
    public void stop() {
        note("stop");
    }

    private void note(String event) {
        events.add(event);
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public LeaderEndPoint wrapLeader(LeaderEndPoint leader) {
        return leader;
    }

    @Override
    public int fetcherId(TopicPartition partition, int stockId) {
        return stockId;
    }

    @Override
    public PartitionHooks partition(Partition partition) {
        return null;
    }

    @Override
    public ParkedFetch parked(FetchParams params, Map<TopicIdPartition, FetchPartitionStatus> partitions) {
        return null;
    }
}
