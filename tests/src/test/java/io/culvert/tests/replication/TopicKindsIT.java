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
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Topics of every kind side by side: compacted, internal, throttled, and those that are none of Culvert's business. */
final class TopicKindsIT {

    private static final String OFFSETS = "__consumer_offsets";
    private static final String TRANSACTIONS = "__transaction_state";

    private static final Duration WAIT = Duration.ofSeconds(60);

    private static WalCluster cluster;

    private final RandomText text = new RandomText(20260104);

    @BeforeAll
    static void startCluster() {
        cluster = WalCluster.builder("topic-kinds")
                .property("log.cleaner.backoff.ms", "500")
                // Throttles look at the last second alone, rather than let ten seconds' worth pass at once.
                .property("replication.quota.window.num", "2")
                .start();
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    /** Replicas clean on their own, so their bytes differ; what must not is what a reader makes of them. */
    @Test
    void aCompactedTopicKeepsTheLastValueOfEveryKeyOnEveryReplica() {
        String topic = "compacted";
        TopicPartition partition = new TopicPartition(topic, 0);
        cluster.createWalTopic(
                topic,
                Map.of(0, List.of(1, 2)),
                Map.of("cleanup.policy", "compact", "segment.bytes", "1048576", "min.cleanable.dirty.ratio", "0.01"));
        ReplicationTraffic before = cluster.traffic();

        List<StoredRecord> written = new ArrayList<>();
        for (int round = 0; round < 4; round++) {
            written.addAll(overwrite(partition, 30));
        }
        awaitCleaned(1, partition);
        awaitCleaned(2, partition);
        // The new replica gets a log with holes where cleaned records were, while it is cleaned further.
        cluster.placement().startReassignment(partition, List.of(1, 2, 3));
        written.addAll(overwrite(partition, 30));
        cluster.placement().awaitReassigned(partition, List.of(1, 2, 3));
        written.addAll(overwrite(partition, 30));
        cluster.traffic().since(before).assertThroughTheStore(9_000_000);

        for (String zone : WalCluster.ZONES) {
            List<StoredRecord> read = cluster.reader().inZone(zone).readAll(topic);
            assertThat(written).as("every record in %s was written", zone).containsAll(read);
            assertThat(lastValues(read)).as("last values in %s", zone).isEqualTo(lastValues(written));
            assertThat(read).as("records in %s", zone).hasSizeLessThan(written.size());
        }
    }

    @Test
    void classicTopicsHaveTheirOwnThreadsAndAllTheirBytesOnTheWire() {
        String classic = "classic";
        String wal = "beside-classic";
        cluster.createTopic(classic, 3, Map.of());
        cluster.createWalTopic(wal, 3, Map.of());

        ReplicationTraffic before = cluster.traffic();
        List<StoredRecord> writtenToClassic = write(classic, 3, 300);
        cluster.assertReplicasIdentical(classic);
        ReplicationTraffic ofClassic = cluster.traffic().since(before);
        ofClassic.assertOverTheWire(1_800_000);

        before = cluster.traffic();
        List<StoredRecord> writtenToWal = write(wal, 3, 300);
        cluster.assertReplicasIdentical(wal);
        cluster.traffic().since(before).assertThroughTheStore(1_800_000);

        assertThat(cluster.reader().inZone("zone-b").readAll(classic)).isEqualTo(writtenToClassic);
        assertThat(cluster.reader().inZone("zone-b").readAll(wal)).isEqualTo(writtenToWal);
        awaitFetchers(classic, 6, id -> id >= 0);
        awaitFetchers(wal, 6, id -> id < 0);
    }

    @Test
    void internalTopicsTakeTheObjectPathWhenTheyAreNamed() {
        TopicPartition partition = new TopicPartition("committed-to", 0);
        cluster.createTopic(partition.topic(), 1, Map.of("remote.wal.enable", "false"));
        Map<String, OffsetAndMetadata> committed = new HashMap<>();
        commit("first", partition, 1, committed);
        transact(partition, 1);
        cluster.awaitFullIsr(OFFSETS);
        cluster.awaitFullIsr(TRANSACTIONS);
        try {
            cluster.kafka()
                    .alterBrokers(
                            OptionalInt.empty(),
                            Map.of(
                                    "remote.wal.topic.default.enable",
                                    "true",
                                    "remote.wal.topic.default.internal.topics",
                                    OFFSETS + "," + TRANSACTIONS));
            // A partition changes its fetcher with its next leader.
            moveAllLeaders(OFFSETS);
            moveAllLeaders(TRANSACTIONS);
            awaitFetchers(OFFSETS, 8, id -> id < 0);
            awaitFetchers(TRANSACTIONS, 8, id -> id < 0);

            ReplicationTraffic before = cluster.traffic();
            for (int round = 0; round < 60; round++) {
                commit("group-" + round % 8, partition, round, committed);
            }
            cluster.assertReplicasIdentical(OFFSETS);
            cluster.traffic().since(before).assertThroughTheStore(400_000);
            transact(partition, 20);
            cluster.assertReplicasIdentical(TRANSACTIONS);

            // New coordinators know only what came to them through the store.
            moveAllLeaders(OFFSETS);
            moveAllLeaders(TRANSACTIONS);
            transact(partition, 5);
            committed.forEach(
                    (group, offset) -> assertThat(committedBy(group)).as(group).isEqualTo(Map.of(partition, offset)));
            assertThat(cluster.reader().readCommitted().readAll(partition.topic()))
                    .hasSize(26);
        } finally {
            Map<String, @Nullable String> unset = new HashMap<>();
            unset.put("remote.wal.topic.default.enable", null);
            unset.put("remote.wal.topic.default.internal.topics", null);
            cluster.kafka().alterBrokers(OptionalInt.empty(), unset);
        }
    }

    @Test
    void aThrottledLeaderSendsANewReplicaItsRecordsOverTheWireAtTheRate() {
        TopicPartition partition = new TopicPartition("throttled-by-leader", 0);

        ReplicationTraffic traffic = reassignThrottled(partition, "leader");

        traffic.assertOverTheWire(5_000_000);
    }

    @Test
    void aThrottledFollowerReadsFromTheStoreAtTheRate() {
        TopicPartition partition = new TopicPartition("throttled-by-follower", 0);

        ReplicationTraffic traffic = reassignThrottled(partition, "follower");

        traffic.assertThroughTheStore(5_000_000);
    }

    @Test
    void throttlesDoNotTouchReplicasThatAreInSync() {
        TopicPartition partition = new TopicPartition("throttled-in-sync", 0);
        cluster.createWalTopic(
                partition.topic(),
                Map.of(0, List.of(1, 2, 3)),
                Map.of("leader.replication.throttled.replicas", "*", "follower.replication.throttled.replicas", "*"));
        try {
            throttle("leader", "1000");
            throttle("follower", "1000");
            ReplicationTraffic before = cluster.traffic();
            write(partition.topic(), 1, 1_000);
            cluster.assertReplicasIdentical(partition.topic());
            cluster.traffic().since(before).assertThroughTheStore(2_000_000);
        } finally {
            throttle("leader", null);
            throttle("follower", null);
        }
    }

    private static void awaitFetchers(String topic, int followers, IntPredicate expected) {
        await("fetchers of " + topic)
                .atMost(WAIT)
                .untilAsserted(() ->
                        assertThat(cluster.fetcherIds(topic)).hasSize(followers).allMatch(expected::test));
    }

    /** Moves 5 MB to a new replica at 1 MB/s, and returns what was replicated meanwhile. */
    private ReplicationTraffic reassignThrottled(TopicPartition partition, String side) {
        String topic = partition.topic();
        cluster.createWalTopic(topic, Map.of(0, List.of(1)), Map.of("min.insync.replicas", "1"));
        write(topic, 1, 5_000);
        cluster.kafka().alterTopic(topic, Map.of(side + ".replication.throttled.replicas", "*"));
        try {
            throttle(side, "1000000");
            ReplicationTraffic before = cluster.traffic();
            long start = System.nanoTime();
            cluster.placement().reassign(partition, List.of(1, 2));
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("time for 5 MB at 1 MB/s")
                    .isGreaterThan(Duration.ofSeconds(2));
            cluster.assertReplicasIdentical(topic);
            return cluster.traffic().since(before);
        } finally {
            throttle(side, null);
        }
    }

    private static void throttle(String side, @Nullable String bytesPerSecond) {
        Map<String, @Nullable String> rate = new HashMap<>();
        rate.put(side + ".replication.throttled.rate", bytesPerSecond);
        for (int broker = 1; broker <= 3; broker++) {
            cluster.kafka().alterBrokers(OptionalInt.of(broker), rate);
        }
        cluster.kafka().awaitMetadataApplied();
    }

    private List<StoredRecord> write(String topic, int partitions, int records) {
        try (RecordWriter writer = cluster.writer()) {
            for (int partition = 0; partition < partitions; partition++) {
                writer.send(new TopicPartition(topic, partition), records, text, 1_000);
            }
            return writer.flush();
        }
    }

    /** Gives 50 keys some values each; every tenth key is deleted at the end. */
    private List<StoredRecord> overwrite(TopicPartition partition, int values) {
        try (RecordWriter writer = cluster.writer()) {
            for (int value = 0; value < values; value++) {
                for (int key = 0; key < 50; key++) {
                    writer.send(partition, "key-" + key, text.next(1_000));
                }
            }
            for (int key = 0; key < 50; key += 10) {
                writer.send(partition, "key-" + key, null);
            }
            return writer.flush();
        }
    }

    private static void awaitCleaned(int broker, TopicPartition partition) {
        // 6 MB were written in segments of 1 MB; 50 keys of 1 KB and the active segment stay.
        await("cleaning by broker " + broker)
                .atMost(WAIT)
                .ignoreExceptions()
                .until(() -> cluster.logBytes(broker, partition).length < 3_000_000);
    }

    private static Map<String, @Nullable String> lastValues(List<StoredRecord> records) {
        Map<String, @Nullable String> last = new HashMap<>();
        records.forEach(record -> last.put(String.valueOf(record.key()), record.value()));
        return last;
    }

    private void commit(String group, TopicPartition partition, long offset, Map<String, OffsetAndMetadata> committed) {
        OffsetAndMetadata value = new OffsetAndMetadata(offset, text.next(4_000));
        AdminCalls.get(
                "commit: group=" + group,
                cluster.admin()
                        .alterConsumerGroupOffsets(group, Map.of(partition, value))
                        .all());
        committed.put(group, value);
    }

    private static Map<TopicPartition, OffsetAndMetadata> committedBy(String group) {
        return AdminCalls.get(
                "read what was committed: group=" + group,
                cluster.admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    }

    private void transact(TopicPartition partition, int transactions) {
        try (RecordWriter writer = cluster.writer(Map.of("transactional.id", "transactor"))) {
            Producer<String, String> producer = writer.producer();
            producer.initTransactions();
            for (int i = 0; i < transactions; i++) {
                producer.beginTransaction();
                writer.send(partition, 1, text, 100);
                producer.commitTransaction();
            }
            writer.flush();
        }
    }

    private static void moveAllLeaders(String topic) {
        IntStream.range(0, cluster.kafka().describe(topic).partitions().size())
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .forEach(partition -> cluster.placement()
                        .moveLeader(
                                partition, cluster.followersOf(partition).get(0).id()));
    }
}
