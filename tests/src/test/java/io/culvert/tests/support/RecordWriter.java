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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A producer that remembers what it sent, and after {@link #flush} where each record went.
 *
 * <p>Idempotent with {@code acks=all} unless told otherwise. Not thread-safe.
 */
public final class RecordWriter implements AutoCloseable {

    private final Producer<String, String> producer;
    private final List<Sent> sent = new ArrayList<>();

    private record Sent(
            TopicPartition partition,
            @Nullable String key,
            @Nullable String value,
            Future<RecordMetadata> ack) {}

    /**
     * Opens a producer.
     *
     * @param configs settings that are added to, or replace, the usual ones
     */
    public RecordWriter(String bootstrapServers, Map<String, ?> configs) {
        Map<String, Object> all = new HashMap<>();
        all.put("bootstrap.servers", bootstrapServers);
        all.put("acks", "all");
        all.put("linger.ms", "5");
        all.put("max.block.ms", "60000");
        all.putAll(configs);
        producer = new KafkaProducer<>(all, new StringSerializer(), new StringSerializer());
    }

    /** Returns the producer itself, for transactions; what is sent with it is not remembered. */
    public Producer<String, String> producer() {
        return producer;
    }

    /** Sends one record to a partition. */
    public void send(TopicPartition partition, @Nullable String key, @Nullable String value) {
        sent.add(new Sent(
                partition,
                key,
                value,
                producer.send(new ProducerRecord<>(partition.topic(), partition.partition(), key, value))));
    }

    /** Sends {@code count} records with distinct keys and random values to a partition. */
    public void send(TopicPartition partition, int count, RandomText text, int valueLength) {
        for (int i = 0; i < count; i++) {
            send(partition, text.key(), text.next(valueLength));
        }
    }

    /**
     * Waits until everything sent since the last call is acknowledged, and returns it by place.
     *
     * @throws IllegalStateException when one record was not acknowledged
     */
    public List<StoredRecord> flush() {
        producer.flush();
        List<StoredRecord> stored = new ArrayList<>();
        for (Sent record : sent) {
            stored.add(new StoredRecord(record.partition(), offset(record.ack()), record.key(), record.value()));
        }
        sent.clear();
        return StoredRecord.sorted(stored);
    }

    @Override
    public void close() {
        producer.close();
    }

    private static long offset(Future<RecordMetadata> ack) {
        try {
            return ack.get().offset();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a record was not acknowledged", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an acknowledgement", e);
        }
    }
}
