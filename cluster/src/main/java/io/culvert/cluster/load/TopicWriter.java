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

package io.culvert.cluster.load;

import io.culvert.core.time.Ticker;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes numbered records to one topic and enters them in its ledger.
 *
 * <p>Used by one thread at a time. Numbers go on from one call to the next, so that both topics get the same
 * records when they are asked for the same.
 */
public final class TopicWriter {

    private static final int SIGNIFICANT_DIGITS = 3;

    private final String topic;
    private final String bootstrapServers;
    private final NumberedRecords records;
    private final Ledger ledger;
    private final Ticker ticker;
    private int next;

    public TopicWriter(String topic, String bootstrapServers, NumberedRecords records, Ledger ledger, Ticker ticker) {
        this.topic = topic;
        this.bootstrapServers = bootstrapServers;
        this.records = records;
        this.ledger = ledger;
        this.ticker = ticker;
    }

    /**
     * Writes {@code count} records as fast as the producer takes them, and waits for their acknowledgements.
     *
     * @return how long that took, in nanoseconds
     */
    public long writeAll(Acks acks, int count) {
        long start = ticker.nanos();
        try (Producer<byte[], byte[]> producer = producer(acks, Map.of("batch.size", "131072", "linger.ms", "20"))) {
            for (int i = 0; i < count; i++) {
                send(producer, Measured.BY_NOBODY);
            }
        }
        return ticker.nanos() - start;
    }

    /**
     * Writes {@code count} records, {@code perSecond} of them every second, and waits for their
     * acknowledgements.
     *
     * @return the time from the moment at which a record was due to its acknowledgement, in microseconds
     */
    public Histogram writePaced(Acks acks, int count, int perSecond) {
        Histogram latencies = new ConcurrentHistogram(SIGNIFICANT_DIGITS);
        try (Producer<byte[], byte[]> producer = producer(acks, Map.of())) {
            producer.partitionsFor(topic);
            long start = ticker.nanos();
            for (int i = 0; i < count; i++) {
                long due = start + i * TimeUnit.SECONDS.toNanos(1) / perSecond;
                waitUntil(due);
                send(producer, () -> latencies.recordValue(TimeUnit.NANOSECONDS.toMicros(ticker.nanos() - due)));
            }
        }
        return latencies;
    }

    /** Writes {@code perSecond} records every second until {@code stop} is set. */
    public void writeUntil(AtomicBoolean stop, Acks acks, int perSecond) {
        try (Producer<byte[], byte[]> producer = producer(acks, Map.of())) {
            long start = ticker.nanos();
            for (long i = 0; !stop.get(); i++) {
                waitUntil(start + i * TimeUnit.SECONDS.toNanos(1) / perSecond);
                send(producer, Measured.BY_NOBODY);
            }
        }
    }

    private void send(Producer<byte[], byte[]> producer, Measured measured) {
        int number = next++;
        Callback callback = (metadata, failure) -> {
            if (failure == null) {
                measured.acknowledged();
                ledger.acknowledge(number, metadata.partition(), metadata.offset());
            } else {
                ledger.fail(number);
            }
        };
        // The callback hears of failures too.
        var unused = producer.send(new ProducerRecord<>(topic, records.key(number), records.value(number)), callback);
    }

    private void waitUntil(long due) {
        for (long left = due - ticker.nanos(); left > 0; left = due - ticker.nanos()) {
            LockSupport.parkNanos(left);
        }
    }

    private Producer<byte[], byte[]> producer(Acks acks, Map<String, Object> configs) {
        Map<String, Object> all = new HashMap<>(acks.configs());
        all.put("bootstrap.servers", bootstrapServers);
        all.putAll(configs);
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Hears of an acknowledgement, on the producer's own thread. */
    @FunctionalInterface
    private interface Measured {

        Measured BY_NOBODY = () -> {};

        void acknowledged();
    }
}
