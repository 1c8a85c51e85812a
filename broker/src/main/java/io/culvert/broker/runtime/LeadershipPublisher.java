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

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.image.ConfigurationsDelta;
import org.apache.kafka.image.LocalReplicaChanges;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.TopicDelta;
import org.apache.kafka.image.TopicImage;
import org.apache.kafka.image.TopicsDelta;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the cluster's metadata for the leader side: which partitions this broker stopped leading, which topics changed
 * their settings, which brokers live.
 *
 * <p>Installed after the broker's own publishers, so that the broker has applied a change when this sees it; the loader
 * gives a delta to all publishers before the next one. Runs on the metadata loader's thread: it only enqueues.
 */
final class LeadershipPublisher implements MetadataPublisher {

    private static final Logger LOG = LoggerFactory.getLogger(LeadershipPublisher.class);

    private final int brokerId;
    private final Listener listener;

    LeadershipPublisher(int brokerId, Listener listener) {
        this.brokerId = brokerId;
        this.listener = listener;
    }

    /** Hears of changes; called on the metadata loader's thread, must neither block nor throw. */
    interface Listener {

        /** This broker no longer leads these partitions, or they are gone. */
        void leadershipLost(Set<TopicIdPartition> partitions);

        /** The settings of these topics changed. */
        void topicsReconfigured(Set<String> topics);

        /** The set of live brokers may have changed. */
        void clusterChanged(MetadataImage image);
    }

    @Override
    public String name() {
        return "CulvertLeadershipPublisher id=" + brokerId;
    }

    @Override
    public void onMetadataUpdate(MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
        try {
            TopicsDelta topics = delta.topicsDelta();
            if (topics != null) {
                publish(topics);
            }
            ConfigurationsDelta configs = delta.configsDelta();
            if (configs != null) {
                publish(configs);
            }
            if (delta.clusterDelta() != null) {
                listener.clusterChanged(image);
            }
        } catch (RuntimeException e) {
            LOG.error("failed to follow a metadata change: brokerId={}", brokerId, e);
        }
    }

    private void publish(TopicsDelta topics) {
        LocalReplicaChanges changes = topics.localChanges(brokerId);
        Set<TopicIdPartition> lost = new HashSet<>();
        changes.followers().forEach((partition, info) -> lost.add(new TopicIdPartition(info.topicId(), partition)));
        for (TopicPartition deleted : changes.deletes()) {
            addOldIds(topics, deleted, lost);
        }
        if (!lost.isEmpty()) {
            listener.leadershipLost(lost);
        }
    }

    /** A deleted partition is known by the ids that its topic had before: of deleted topics, or of a moved replica. */
    private static void addOldIds(TopicsDelta topics, TopicPartition deleted, Set<TopicIdPartition> ids) {
        TopicImage before = topics.image().getTopic(deleted.topic());
        if (before != null) {
            ids.add(new TopicIdPartition(before.id(), deleted));
        }
        for (Map.Entry<Uuid, TopicDelta> changed : topics.changedTopics().entrySet()) {
            if (changed.getValue().name().equals(deleted.topic())) {
                ids.add(new TopicIdPartition(changed.getKey(), deleted));
            }
        }
    }

    private void publish(ConfigurationsDelta configs) {
        Set<String> topics = new HashSet<>();
        for (ConfigResource resource : configs.changes().keySet()) {
            if (resource.type() == ConfigResource.Type.TOPIC) {
                topics.add(resource.name());
            }
        }
        if (!topics.isEmpty()) {
            listener.topicsReconfigured(topics);
        }
    }
}
