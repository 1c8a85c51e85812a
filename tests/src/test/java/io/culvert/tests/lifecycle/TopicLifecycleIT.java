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

package io.culvert.tests.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.culvert.cluster.EpochEntry;
import io.culvert.tests.support.AdminCalls;
import io.culvert.tests.support.Placement;
import io.culvert.tests.support.RandomText;
import io.culvert.tests.support.RecordWriter;
import io.culvert.tests.support.ReplicationTraffic;
import io.culvert.tests.support.StoredRecord;
import io.culvert.tests.support.WalCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Topics and leaders that come, move and go while all brokers stay. */
final class TopicLifecycleIT {

    private static WalCluster cluster;

    private final RandomText text = new RandomText(20260102);

    @BeforeAll
    static void startCluster() {
        cluster = WalCluster.start("topic-lifecycle");
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void aTopicThatIsCreatedAgainHasNothingOfTheOldOne() {
        String topic = "created-again";
        TopicPartition partition = new TopicPartition(topic, 0);
        ReplicationTraffic before = cluster.traffic();
        for (int life = 0; life < 3; life++) {
            // The brokers still forget the old topic when the new one comes.
            await("topic of life " + life)
                    .atMost(Duration.ofSeconds(60))
                    .ignoreExceptions()
                    .untilAsserted(() -> cluster.createWalTopic(topic, 1, Map.of()));
            List<StoredRecord> written = write(partition, 500);

            assertThat(written.get(0).offset()).isZero();
            for (String zone : WalCluster.ZONES) {
                assertThat(cluster.reader().inZone(zone).readAll(topic))
                        .as("records of life %s in %s", life, zone)
                        .isEqualTo(written);
            }
            cluster.assertReplicasIdentical(topic);
            // What is on its way when the topic goes must not turn up in the next one.
            try (RecordWriter writer = cluster.writer(Map.of("acks", "1", "enable.idempotence", "false"))) {
                writer.send(partition, 500, text, 1_000);
                writer.flush();
                AdminCalls.get(
                        "delete a topic: topic=" + topic,
                        cluster.admin().deleteTopics(List.of(topic)).all());
            }
        }
        cluster.traffic().since(before).assertThroughTheStore(3_000_000);
    }

    @Test
    void partitionsThatAreAddedTakeTheObjectPath() {
        String topic = "more-partitions";
        cluster.createWalTopic(topic, 1, Map.of());
        List<StoredRecord> written = new ArrayList<>(write(new TopicPartition(topic, 0), 100));

        AdminCalls.get(
                "add partitions: topic=" + topic,
                cluster.admin()
                        .createPartitions(Map.of(topic, NewPartitions.increaseTo(5)))
                        .all());
        cluster.awaitFullIsr(topic);
        ReplicationTraffic before = cluster.traffic();
        for (int partition = 0; partition < 5; partition++) {
            written.addAll(write(new TopicPartition(topic, partition), 200));
        }

        assertThat(cluster.reader().readAll(topic)).isEqualTo(StoredRecord.sorted(written));
        cluster.assertReplicasIdentical(topic);
        cluster.traffic().since(before).assertThroughTheStore(2_000_000);
    }

    /** Every step lets a replica read the whole log from the store, because it has nothing of it. */
    @Test
    void aPartitionMovesToOtherBrokersAndBack() {
        String topic = "moving";
        TopicPartition partition = new TopicPartition(topic, 0);
        Placement placement = cluster.placement();
        cluster.createWalTopic(topic, Map.of(0, List.of(1, 2)), Map.of("segment.bytes", "1048576"));
        List<StoredRecord> written = new ArrayList<>(write(partition, 2_000));
        ReplicationTraffic before = cluster.traffic();

        for (List<Integer> brokers : List.of(List.of(2, 3), List.of(3, 1), List.of(2), List.of(1, 2))) {
            placement.startReassignment(partition, brokers);
            written.addAll(write(partition, 200));
            placement.awaitReassigned(partition, brokers);
            placement.electPreferred(partition);
            assertThat(cluster.reader().readAll(topic)).isEqualTo(written);
        }
        // Followers learn of a leader epoch with its first record.
        written.addAll(write(partition, 10));

        assertThat(cluster.reader().readAll(topic)).isEqualTo(written);
        cluster.assertReplicasIdentical(topic);
        cluster.traffic().since(before).assertThroughTheStore(8_000_000);
    }

    @Test
    void thePreferredLeaderTakesOverAgain() {
        String topic = "preferred";
        TopicPartition partition = new TopicPartition(topic, 0);
        cluster.createWalTopic(topic, Map.of(0, List.of(1, 2, 3)), Map.of());
        ReplicationTraffic before = cluster.traffic();
        List<StoredRecord> written = new ArrayList<>();

        for (int broker : new int[] {2, 3, 1}) {
            cluster.placement().moveLeader(partition, broker);
            written.addAll(write(partition, 300));
        }

        assertThat(cluster.reader().readAll(topic)).isEqualTo(written);
        cluster.assertReplicasIdentical(topic);
        cluster.traffic().since(before).assertThroughTheStore(1_800_000);
    }

    /** Leader epochs without records, and segments that are rolled between, leave no trace that differs. */
    @Test
    void replicasKnowTheSameEpochsAfterElectionsWithoutRecords() {
        String topic = "empty-epochs";
        TopicPartition partition = new TopicPartition(topic, 0);
        cluster.createWalTopic(topic, Map.of(0, List.of(1, 2, 3)), Map.of("segment.bytes", "1048576"));
        ReplicationTraffic before = cluster.traffic();
        List<StoredRecord> written = new ArrayList<>();

        for (int round = 0; round < 3; round++) {
            cluster.placement().moveLeader(partition, 2);
            cluster.placement().moveLeader(partition, 3);
            cluster.placement().moveLeader(partition, 1);
            // Enough to roll a segment.
            written.addAll(write(partition, 1_200));
        }
        cluster.placement().moveLeader(partition, 2);
        written.addAll(write(partition, 10));

        assertThat(cluster.reader().readAll(topic)).isEqualTo(written);
        cluster.assertReplicasIdentical(topic);
        List<EpochEntry> epochs = cluster.kafka().logFiles().leaderEpochs(3, partition);
        assertThat(epochs).extracting(EpochEntry::startOffset).containsExactly(0L, 1_200L, 2_400L, 3_600L);
        assertThat(epochs.get(3).epoch()).isGreaterThanOrEqualTo(10);
        cluster.traffic().since(before).assertThroughTheStore(6_000_000);
    }

    private List<StoredRecord> write(TopicPartition partition, int records) {
        try (RecordWriter writer = cluster.writer()) {
            writer.send(partition, records, text, 1_000);
            return writer.flush();
        }
    }
}
