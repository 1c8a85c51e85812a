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

import io.culvert.core.retention.LiveBrokers;
import io.culvert.core.upload.WalUploader;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.image.MetadataImage;

/** Passes on to the parts of a broker's object path what its metadata says. */
final class MetadataFollower implements LeadershipPublisher.Listener, LiveBrokers {

    private final BrokerRuntime runtime;
    private final WalUploader uploader;
    private final KafkaLeaderLogs logs;
    private volatile Set<Integer> liveBrokers = Set.of();

    MetadataFollower(BrokerRuntime runtime, WalUploader uploader, KafkaLeaderLogs logs) {
        this.runtime = runtime;
        this.uploader = uploader;
        this.logs = logs;
    }

    @Override
    public void leadershipLost(Set<TopicIdPartition> partitions) {
        for (TopicIdPartition partition : partitions) {
            uploader.leadershipLost(partition);
            logs.forget(partition);
        }
        runtime.forgetGone(partitions);
    }

    @Override
    public void topicsReconfigured(Set<String> topics) {
        runtime.topicsReconfigured(topics);
    }

    @Override
    public void clusterChanged(MetadataImage image) {
        Set<Integer> live = new HashSet<>();
        image.cluster().brokers().forEach((id, registration) -> {
            if (!registration.fenced()) {
                live.add(id);
            }
        });
        liveBrokers = Set.copyOf(live);
    }

    @Override
    public Set<Integer> ids() {
        return liveBrokers;
    }
}
