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

package io.culvert.tests.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.culvert.cluster.KafkaCluster;
import io.culvert.tests.support.RecordReader;
import io.culvert.tests.support.StoredRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * An idempotent producer with {@code acks=all} that sends records to all partitions of a topic in turn, so many a second,
 * from a thread of its own until it is closed.
 *
 * <p>Thread-safe.
 */
public final class SteadyLoad implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    private final String topic;
    private final int partitions;
    private final String padding;
    private final Producer<String, String> producer;
    private final ScheduledExecutorService pacemaker;
    private final List<Sent> sent = new ArrayList<>();
    private final List<Exception> failures = new ArrayList<>();
    private int acknowledged;

    /** One record; changed under the load's lock. */
    private static final class Sent {

        private final String key;
        private final long sentNanos;
        private @Nullable RecordMetadata place;
        private long ackNanos;

        Sent(String key, long sentNanos) {
            this.key = key;
            this.sentNanos = sentNanos;
        }
    }

    private SteadyLoad(KafkaCluster cluster, String topic, int partitions, int valueLength) {
        this.topic = topic;
        this.partitions = partitions;
        this.padding = "x".repeat(valueLength);
        this.producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", cluster.bootstrapServers(), "acks", "all", "client.id", "load-" + topic),
                new StringSerializer(),
                new StringSerializer());
        this.pacemaker = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "load-" + topic);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Begins to send {@code perSecond} records of {@code valueLength} bytes to a topic of so many partitions. */
    public static SteadyLoad start(KafkaCluster cluster, String topic, int partitions, int valueLength, int perSecond) {
        SteadyLoad load = new SteadyLoad(cluster, topic, partitions, valueLength);
        long periodMicros = TimeUnit.SECONDS.toMicros(1) / perSecond;
        var unused = load.pacemaker.scheduleAtFixedRate(load::sendOne, 0, periodMicros, TimeUnit.MICROSECONDS);
        return load;
    }

    /** Waits until this many of the records that are sent from now on are acknowledged. */
    public void awaitAcknowledged(int count) {
        int first = mark();
        await("acknowledgements of " + topic).atMost(TIMEOUT).until(() -> acknowledgedSince(first) >= count);
    }

    /** Returns a mark between the records that were sent so far and those that are sent later. */
    public synchronized int mark() {
        return sent.size();
    }

    /**
     * Returns the latencies of the records between two marks; for one that is not acknowledged, how long it has waited so
     * far.
     */
    public synchronized Latencies latencies(int fromMark, int toMark) {
        long now = System.nanoTime();
        return new Latencies(sent.subList(fromMark, toMark).stream()
                .mapToLong(record -> (record.place == null ? now : record.ackNanos) - record.sentNanos)
                .toArray());
    }

    /** Returns the latencies of the records sent since a mark. */
    public Latencies latenciesSince(int fromMark) {
        return latencies(fromMark, mark());
    }

    /** Stops sending and waits until everything sent is acknowledged; fails if a record never will be. */
    public void finish() {
        stopSending();
        await("all acknowledgements of " + topic)
                .atMost(TIMEOUT)
                .until(() -> acknowledged() + failures().size() == mark());
        assertThat(failures()).as("failed sends to %s", topic).isEmpty();
    }

    /** Fails unless every acknowledged record is where it was acknowledged, once, and nothing else is in the topic. */
    public void assertNothingLost(RecordReader reader) {
        Map<String, String> expected = new TreeMap<>();
        synchronized (this) {
            for (Sent record : sent) {
                if (record.place != null) {
                    expected.put(record.key, place(record.place));
                }
            }
        }
        List<StoredRecord> read = reader.readAll(topic);
        Map<String, String> found = new TreeMap<>();
        for (StoredRecord record : read) {
            found.put(String.valueOf(record.key()), record.partition() + "@" + record.offset());
        }
        assertThat(found).as("records of %s", topic).isEqualTo(expected);
        assertThat(read).as("records of %s that are there twice", topic).hasSameSizeAs(found.keySet());
    }

    /** Ends the load without waiting; idempotent. */
    @Override
    public void close() {
        stopSending();
        producer.close(Duration.ZERO);
    }

    private void stopSending() {
        pacemaker.shutdown();
        await("the last send to " + topic).atMost(TIMEOUT).until(pacemaker::isTerminated);
    }

    private void sendOne() {
        Sent record;
        int number;
        synchronized (this) {
            number = sent.size();
            record = new Sent("record-" + number, System.nanoTime());
            sent.add(record);
        }
        try {
            var unused = producer.send(
                    new ProducerRecord<>(topic, number % partitions, record.key, padding),
                    (place, failure) -> ended(record, place, failure));
        } catch (RuntimeException e) {
            ended(record, null, e);
        }
    }

    private synchronized void ended(Sent record, @Nullable RecordMetadata place, @Nullable Exception failure) {
        if (failure == null) {
            record.place = place;
            record.ackNanos = System.nanoTime();
            acknowledged++;
        } else {
            failures.add(failure);
        }
    }

    private synchronized long acknowledgedSince(int mark) {
        return sent.subList(mark, sent.size()).stream()
                .filter(record -> record.place != null)
                .count();
    }

    private synchronized int acknowledged() {
        return acknowledged;
    }

    private synchronized List<Exception> failures() {
        return List.copyOf(failures);
    }

    private static String place(RecordMetadata metadata) {
        return new TopicPartition(metadata.topic(), metadata.partition()) + "@" + metadata.offset();
    }
}
