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

package io.culvert.tests.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.culvert.tests.support.AdminCalls;
import io.culvert.tests.support.RandomText;
import io.culvert.tests.support.RecordWriter;
import io.culvert.tests.support.ReplicationTraffic;
import io.culvert.tests.support.StoredRecord;
import io.culvert.tests.support.WalCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records of every kind arrive on followers as they are on the leader, whatever the Kafka version. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RecordReplication {

    private static final int MAX_OBJECT_BYTES = 256 * 1024;
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final String version;
    private final RandomText text = new RandomText(20260101);
    private WalCluster cluster;

    RecordReplication(String version) {
        this.version = version;
    }

    @BeforeAll
    void startCluster() {
        cluster = WalCluster.builder("records-" + version)
                .version(version)
                .property("remote.wal.upload.max.bytes", Integer.toString(MAX_OBJECT_BYTES))
                .start();
    }

    @AfterAll
    void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip", "snappy", "lz4", "zstd"})
    void batchesOfEveryCodecArriveAsTheyAre(String codec) {
        String topic = "codec-" + codec;
        cluster.createWalTopic(topic, 3, Map.of());
        ReplicationTraffic before = cluster.traffic();

        List<StoredRecord> written;
        try (RecordWriter writer = cluster.writer(Map.of("compression.type", codec, "batch.size", "65536"))) {
            for (TopicPartition partition : partitions(topic, 3)) {
                writer.send(partition, 300, text, 1_000);
            }
            written = writer.flush();
        }

        assertReadEverywhere(topic, written);
        cluster.assertReplicasIdentical(topic);
        cluster.traffic().since(before).assertThroughTheStore(1_000_000);
    }

    @Test
    void recordsLargerThanAnObjectArrive() {
        String topic = "large-records";
        TopicPartition partition = new TopicPartition(topic, 0);
        cluster.createWalTopic(topic, 1, Map.of("max.message.bytes", "8000000"));
        ReplicationTraffic before = cluster.traffic();

        List<StoredRecord> written;
        try (RecordWriter writer = cluster.writer(Map.of("max.request.size", "8000000"))) {
            for (int i = 0; i < 3; i++) {
                writer.send(partition, 50, text, 100);
                writer.send(partition, 3, text, MAX_OBJECT_BYTES + 1);
                writer.send(partition, 1, text, 5_000_000);
            }
            written = writer.flush();
        }

        assertReadEverywhere(topic, written);
        cluster.assertReplicasIdentical(topic);
        cluster.traffic().since(before).assertThroughTheStore(30_000_000);
    }

    @Test
    void abortedRecordsAreNeverSeenOnFollowers() {
        String topic = "transactions";
        List<TopicPartition> partitions = partitions(topic, 3);
        cluster.createWalTopic(topic, 3, Map.of());
        ReplicationTraffic before = cluster.traffic();

        List<StoredRecord> visible = new ArrayList<>();
        List<StoredRecord> aborted = new ArrayList<>();
        try (RecordWriter transactional = cluster.writer(Map.of("transactional.id", "writer-of-" + topic));
                RecordWriter plain = cluster.writer()) {
            Producer<String, String> transactions = transactional.producer();
            transactions.initTransactions();
            for (int round = 0; round < 24; round++) {
                transactions.beginTransaction();
                partitions.forEach(partition -> transactional.send(partition, 10, text, 1_000));
                List<StoredRecord> written = transactional.flush();
                partitions.forEach(partition -> plain.send(partition, 2, text, 1_000));
                visible.addAll(plain.flush());
                if (round % 2 == 0) {
                    transactions.commitTransaction();
                    visible.addAll(written);
                } else {
                    transactions.abortTransaction();
                    aborted.addAll(written);
                }
            }
            assertCommittedEverywhere(topic, visible, aborted);

            transactions.beginTransaction();
            partitions.forEach(partition -> transactional.send(partition, 10, text, 1_000));
            aborted.addAll(transactional.flush());
            assertCommittedEverywhere(topic, visible, aborted);
            transactions.abortTransaction();
        }

        assertCommittedEverywhere(topic, visible, aborted);
        for (String zone : WalCluster.ZONES) {
            assertThat(cluster.reader().inZone(zone).readAll(topic))
                    .as("every record, aborted ones too, in %s", zone)
                    .isEqualTo(StoredRecord.sorted(concat(visible, aborted)));
        }
        cluster.assertReplicasIdentical(topic);
        cluster.traffic().since(before).assertThroughTheStore(1_500_000);
    }

    @Test
    void anIdempotentProducerGoesOnWhereItWasWhenLeadersMove() {
        String topic = "idempotent";
        List<TopicPartition> partitions = partitions(topic, 3);
        cluster.createWalTopic(topic, 3, Map.of());
        ReplicationTraffic before = cluster.traffic();

        List<StoredRecord> written;
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<List<StoredRecord>> writing =
                CompletableFuture.supplyAsync(() -> writeUntil(enough, partitions));
        try {
            for (int round = 0; round < 2; round++) {
                for (TopicPartition partition : partitions) {
                    cluster.placement()
                            .moveLeader(
                                    partition,
                                    cluster.followersOf(partition).get(0).id());
                }
            }
        } finally {
            enough.set(true);
            written = writing.join();
        }

        // Nothing is missing, nothing is there twice, and all keys are in the order in which they were sent.
        assertThat(cluster.reader().readAll(topic)).isEqualTo(written);
        for (TopicPartition partition : partitions) {
            List<StoredRecord> own = written.stream()
                    .filter(record -> record.partition().equals(partition))
                    .toList();
            assertThat(own).extracting(StoredRecord::key).isEqualTo(keys(own.size()));
        }
        cluster.assertReplicasIdentical(topic);
        cluster.traffic().since(before).assertThroughTheStore(100_000);
    }

    @Test
    void consumersReadFromTheFollowerInTheirZone() {
        String topic = "zones";
        TopicPartition partition = new TopicPartition(topic, 0);
        cluster.createWalTopic(topic, 1, Map.of());
        ReplicationTraffic replicated = cluster.traffic();
        List<StoredRecord> written;
        try (RecordWriter writer = cluster.writer()) {
            writer.send(partition, 500, text, 1_000);
            written = writer.flush();
        }

        for (int broker = 1; broker <= 3; broker++) {
            Map<Integer, Long> before = cluster.consumedBytes(topic);
            List<StoredRecord> read =
                    cluster.reader().inZone(WalCluster.ZONES.get(broker - 1)).readAll(topic);
            Map<Integer, Long> after = cluster.consumedBytes(topic);

            assertThat(read).isEqualTo(written);
            for (int other = 1; other <= 3; other++) {
                long served = after.get(other) - before.get(other);
                if (other == broker) {
                    assertThat(served).as("bytes from broker %s", other).isGreaterThan(500_000);
                } else {
                    assertThat(served).as("bytes from broker %s", other).isZero();
                }
            }
        }
        cluster.assertReplicasIdentical(topic);
        cluster.traffic().since(replicated).assertThroughTheStore(1_000_000);
    }

    /** The new replica begins at an offset inside a batch, which it must get whole. */
    @Test
    void aReplicaStartsInsideABatchAfterRecordsWereDeleted() {
        String topic = "deleted-records";
        TopicPartition partition = new TopicPartition(topic, 0);
        cluster.createWalTopic(topic, Map.of(0, List.of(1, 2)), Map.of());
        ReplicationTraffic before = cluster.traffic();

        List<StoredRecord> written;
        // What is sent at once, and fits, becomes one batch.
        try (RecordWriter writer = cluster.writer(Map.of("batch.size", "200000", "linger.ms", "1000"))) {
            for (int batch = 0; batch < 4; batch++) {
                writer.send(partition, 150, text, 1_000);
                writer.producer().flush();
            }
            written = writer.flush();

            deleteRecordsBefore(partition, 225);
            cluster.placement().reassign(partition, List.of(1, 2, 3));
            writer.send(partition, 150, text, 1_000);
            written = concat(written, writer.flush());
        }

        assertReadEverywhere(
                topic, written.stream().filter(record -> record.offset() >= 225).toList());
        byte[] whole = cluster.logBytes(1, partition);
        assertThat(cluster.logBytes(2, partition)).isEqualTo(whole);
        byte[] tail = cluster.logBytes(3, partition);
        assertThat(tail.length).as("bytes of the new replica").isBetween(375_000, whole.length - 150_000);
        assertThat(whole).endsWith(tail);
        cluster.traffic().since(before).assertThroughTheStore(1_000_000);

        deleteRecordsBefore(partition, RecordsToDelete.beforeOffset(-1).beforeOffset());
        assertThat(cluster.reader().inZone("zone-c").readAll(topic)).isEmpty();
    }

    private List<StoredRecord> writeUntil(AtomicBoolean enough, List<TopicPartition> partitions) {
        Map<TopicPartition, Integer> sent = new HashMap<>();
        List<StoredRecord> written = new ArrayList<>();
        RandomText values = new RandomText(7);
        try (RecordWriter writer = cluster.writer(Map.of("linger.ms", "0", "batch.size", "4000"))) {
            while (!enough.get()) {
                for (TopicPartition partition : partitions) {
                    for (int i = 0; i < 20; i++) {
                        writer.send(partition, key(sent.merge(partition, 1, Integer::sum) - 1), values.next(500));
                    }
                }
                written.addAll(writer.flush());
            }
        }
        return StoredRecord.sorted(written);
    }

    private void deleteRecordsBefore(TopicPartition partition, long offset) {
        AdminCalls.get(
                "delete records: partition=" + partition + " before=" + offset,
                cluster.admin()
                        .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                        .all());
    }

    private void assertReadEverywhere(String topic, List<StoredRecord> written) {
        for (String zone : WalCluster.ZONES) {
            assertThat(cluster.reader().inZone(zone).readAll(topic))
                    .as("records in %s", zone)
                    .isEqualTo(written);
        }
    }

    /** A commit is written to the partitions after it was acknowledged: until then fewer records are seen, never others. */
    private void assertCommittedEverywhere(String topic, List<StoredRecord> visible, List<StoredRecord> invisible) {
        List<StoredRecord> expected = StoredRecord.sorted(visible);
        for (String zone : WalCluster.ZONES) {
            await("committed records in " + zone).atMost(WAIT).until(() -> {
                List<StoredRecord> read =
                        cluster.reader().inZone(zone).readCommitted().readAll(topic);
                assertThat(read).doesNotContainAnyElementsOf(invisible);
                assertThat(expected).containsAll(read);
                return read.equals(expected);
            });
        }
    }

    private static List<TopicPartition> partitions(String topic, int count) {
        return IntStream.range(0, count)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    private static String key(int number) {
        return "number-" + number;
    }

    private static List<String> keys(int count) {
        return IntStream.range(0, count).mapToObj(RecordReplication::key).toList();
    }

    private static List<StoredRecord> concat(List<StoredRecord> first, List<StoredRecord> second) {
        List<StoredRecord> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
