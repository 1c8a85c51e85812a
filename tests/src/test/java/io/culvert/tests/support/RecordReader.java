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

package io.culvert.tests.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads whole topics as a consumer that stands in one zone, or in none. */
public final class RecordReader {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Map<String, Object> configs = new HashMap<>();

    public RecordReader(String bootstrapServers) {
        configs.put("bootstrap.servers", bootstrapServers);
        configs.put("auto.offset.reset", "earliest");
        configs.put("enable.auto.commit", "false");
        configs.put("max.poll.records", "5000");
        // A follower that is briefly behind is asked again soon, and metadata is never long out of date.
        configs.put("metadata.max.age.ms", "1000");
    }

    /** Lets the consumer stand in {@code zone}, so that it reads from the replicas there. */
    public RecordReader inZone(String zone) {
        configs.put("client.rack", zone);
        return this;
    }

    /** Lets the consumer see committed transactions only. */
    public RecordReader readCommitted() {
        configs.put("isolation.level", "read_committed");
        return this;
    }

    /** Changes a setting of the consumer. */
    public RecordReader config(String name, Object value) {
        configs.put(name, value);
        return this;
    }

    /**
     * Reads all partitions of a topic from their beginnings to what are their ends when it is called.
     *
     * @return the records by place
     * @throws IllegalStateException when the ends are not reached within a minute
     */
    public List<StoredRecord> readAll(String topic) {
        try (Consumer<String, String> consumer =
                new KafkaConsumer<>(configs, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (PartitionInfo info : consumer.partitionsFor(topic)) {
                partitions.add(new TopicPartition(topic, info.partition()));
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            List<StoredRecord> records = new ArrayList<>();
            long start = System.nanoTime();
            while (!reached(consumer, ends)) {
                if (System.nanoTime() - start > TIMEOUT.toNanos()) {
                    throw new IllegalStateException("cannot read to the end in time: topic=" + topic + " ends=" + ends
                            + " positions=" + positions(consumer));
                }
                for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
                    records.add(new StoredRecord(
                            new TopicPartition(record.topic(), record.partition()),
                            record.offset(),
                            record.key(),
                            record.value()));
                }
            }
            records.removeIf(record -> record.offset() >= ends.getOrDefault(record.partition(), 0L));
            return StoredRecord.sorted(records);
        }
    }

    private static boolean reached(Consumer<?, ?> consumer, Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    private static Map<TopicPartition, Long> positions(Consumer<?, ?> consumer) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        consumer.assignment().forEach(partition -> positions.put(partition, consumer.position(partition)));
        return positions;
    }
}
