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

package io.culvert.cli.demo;

import io.culvert.cluster.ClusterException;
import io.culvert.cluster.KafkaCluster;
import io.culvert.cluster.KafkaNode;
import io.culvert.cluster.load.Ledger;
import io.culvert.cluster.load.NumberedRecords;
import io.culvert.core.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a whole topic, from the leaders or from followers in other zones, and audits every record. */
final class TopicReader {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration STALL_LIMIT = Duration.ofSeconds(60);

    private final KafkaCluster cluster;
    private final NumberedRecords records;
    private final Ticker ticker;

    TopicReader(KafkaCluster cluster, NumberedRecords records, Ticker ticker) {
        this.cluster = cluster;
        this.records = records;
        this.ticker = ticker;
    }

    /** Reads everything from the leaders. */
    Audit.Finding readFromLeaders(DemoTopic topic, Ledger ledger) {
        Audit audit = new Audit(records, ledger);
        read(partitions(topic), Map.of(), audit);
        return audit.finding();
    }

    /** Reads every partition with a consumer in a zone that its leader is not in. */
    FollowerReading readFromFollowers(DemoTopic topic, Ledger ledger) {
        Audit audit = new Audit(records, ledger);
        int fromFollowers = 0;
        int partitions = 0;
        for (Map.Entry<String, List<TopicPartition>> zone :
                zonesWithoutLeader(topic).entrySet()) {
            fromFollowers += read(zone.getValue(), Map.of("client.rack", zone.getKey()), audit);
            partitions += zone.getValue().size();
        }
        return new FollowerReading(audit.finding(), fromFollowers == partitions);
    }

    /**
     * What was read from followers.
     *
     * @param finding what the audit found
     * @param onlyFromFollowers whether every partition was read from a follower
     */
    record FollowerReading(Audit.Finding finding, boolean onlyFromFollowers) {}

    private Map<String, List<TopicPartition>> zonesWithoutLeader(DemoTopic topic) {
        List<KafkaNode> brokers = cluster.brokers();
        Map<String, List<TopicPartition>> zones = new TreeMap<>();
        for (TopicPartitionInfo info : cluster.describe(topic.topicName()).partitions()) {
            int leader = info.leader().id();
            List<String> others = brokers.stream()
                    .filter(broker -> broker.id() != leader)
                    .map(broker -> Objects.requireNonNull(broker.rack()))
                    .toList();
            String zone = others.get(info.partition() % others.size());
            zones.computeIfAbsent(zone, name -> new ArrayList<>())
                    .add(new TopicPartition(topic.topicName(), info.partition()));
        }
        return zones;
    }

    private List<TopicPartition> partitions(DemoTopic topic) {
        return cluster.describe(topic.topicName()).partitions().stream()
                .map(info -> new TopicPartition(topic.topicName(), info.partition()))
                .toList();
    }

    /** Reads the partitions to their ends, and returns how many of them a follower served. */
    private int read(Collection<TopicPartition> partitions, Map<String, Object> configs, Audit audit) {
        Map<String, Object> all = new HashMap<>(configs);
        all.put("bootstrap.servers", cluster.bootstrapServers());
        all.put("auto.offset.reset", "none");
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            long lastProgress = ticker.nanos();
            while (!isAtEnd(consumer, ends)) {
                int polled = 0;
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    audit.read(record.partition(), record.offset(), record.key(), record.value());
                    polled++;
                }
                if (polled > 0) {
                    lastProgress = ticker.nanos();
                } else if (ticker.nanos() - lastProgress > STALL_LIMIT.toNanos()) {
                    throw new ClusterException("reading came to a stand: partitions=" + partitions);
                }
            }
            return (int) partitions.stream()
                    .filter(partition -> servedByFollower(consumer, partition))
                    .count();
        }
    }

    private static boolean isAtEnd(Consumer<?, ?> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    /** Asks the consumer's metric of KIP-392, which is -1 while the leader serves. */
    private static boolean servedByFollower(Consumer<?, ?> consumer, TopicPartition partition) {
        for (Metric metric : consumer.metrics().values()) {
            if (metric.metricName().name().equals("preferred-read-replica")
                    && Integer.toString(partition.partition())
                            .equals(metric.metricName().tags().get("partition"))
                    && metric.metricValue() instanceof Number replica) {
                return replica.intValue() >= 0;
            }
        }
        return false;
    }
}
