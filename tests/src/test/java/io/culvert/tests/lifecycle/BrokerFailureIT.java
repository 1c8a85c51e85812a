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

import io.culvert.cluster.KafkaNode;
import io.culvert.tests.support.RandomText;
import io.culvert.tests.support.RecordWriter;
import io.culvert.tests.support.ReplicationTraffic;
import io.culvert.tests.support.StoredRecord;
import io.culvert.tests.support.WalCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Brokers that stop, freeze and die; a controller of its own goes on meanwhile. */
final class BrokerFailureIT {

    private static final List<Integer> REPLICAS = List.of(1, 2, 3);
    private static final Map<String, String> WITHOUT_WAITING = Map.of("acks", "1", "enable.idempotence", "false");

    private static WalCluster cluster;

    private final RandomText text = new RandomText(20260103);

    @BeforeAll
    static void startCluster() {
        cluster = WalCluster.builder("broker-failure")
                .with(kafka -> kafka.separateControllers(1))
                .property("broker.session.timeout.ms", "9000")
                .start();
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @AfterEach
    void startWhatATestLeftDown() {
        List<KafkaNode> down = cluster.kafka().brokers().stream()
                .filter(broker -> !broker.isAlive())
                .toList();
        down.forEach(KafkaNode::launch);
        down.forEach(KafkaNode::awaitStarted);
    }

    @Test
    void aFollowerThatWasAwayCatchesUpThroughTheStore() {
        String topic = "follower-restart";
        TopicPartition partition = new TopicPartition(topic, 0);
        cluster.createWalTopic(topic, Map.of(0, REPLICAS), Map.of("min.insync.replicas", "2"));
        List<StoredRecord> written = new ArrayList<>(write(partition, 500, Map.of()));

        cluster.kafka().node(3).stop();
        cluster.awaitIsr(partition, Set.of(1, 2));
        written.addAll(write(partition, 5_000, Map.of()));
        ReplicationTraffic before = cluster.traffic();
        cluster.kafka().node(3).start();
        cluster.awaitIsr(partition, Set.of(1, 2, 3));

        assertThat(cluster.traffic().since(before).fromStore())
                .as("bytes that the follower caught up with from the store")
                .isGreaterThan(5_000_000);
        before = cluster.traffic();
        written.addAll(write(partition, 500, Map.of()));
        assertThat(cluster.reader().inZone("zone-c").readAll(topic)).isEqualTo(written);
        cluster.assertReplicasIdentical(topic);
        cluster.traffic().since(before).assertThroughTheStore(1_000_000);
    }

    /** The old leader's last records never left it, although they may well be in the store. */
    @Test
    void aLeaderThatDiedWithUnreplicatedRecordsTruncatesThem() {
        String topic = "divergence";
        TopicPartition partition = new TopicPartition(topic, 0);
        cluster.createWalTopic(topic, Map.of(0, REPLICAS), Map.of("min.insync.replicas", "1"));
        ReplicationTraffic before = cluster.traffic();
        List<StoredRecord> replicated;
        List<StoredRecord> lost = new ArrayList<>();
        try (RecordWriter writer = cluster.writer(WITHOUT_WAITING)) {
            writer.send(partition, 500, text, 1_000);
            replicated = writer.flush();
            cluster.assertReplicasIdentical(topic);
            cluster.traffic().since(before).assertThroughTheStore(1_000_000);

            // The followers must be back before the controller misses them, or nobody in sync is left.
            cluster.kafka().node(2).suspend();
            cluster.kafka().node(3).suspend();
            for (int batch = 0; batch < 10; batch++) {
                writer.send(partition, 50, text, 1_000);
                lost.addAll(writer.flush());
            }
        }
        cluster.kafka().node(1).kill();
        cluster.kafka().node(2).resume();
        cluster.kafka().node(3).resume();
        await("another leader")
                .atMost(Duration.ofSeconds(60))
                .until(() -> cluster.leaderOf(partition).id() != 1);
        // Each follower had one fetch open when it was frozen, whose answer may have held the first of them.
        List<StoredRecord> survivors = cluster.reader().readAll(topic);
        assertThat(survivors).startsWith(replicated.toArray(StoredRecord[]::new));
        assertThat(survivors).hasSizeLessThan(replicated.size() + lost.size());

        List<StoredRecord> after = new ArrayList<>(write(partition, 700, Map.of()));
        cluster.kafka().node(1).start();
        cluster.awaitIsr(partition, Set.of(1, 2, 3));
        before = cluster.traffic();
        after.addAll(write(partition, 700, Map.of()));

        List<StoredRecord> expected = new ArrayList<>(survivors);
        expected.addAll(after);
        for (String zone : WalCluster.ZONES) {
            assertThat(cluster.reader().inZone(zone).readAll(topic)).isEqualTo(expected);
        }
        assertTruncated(1, partition, survivors.size());
        cluster.assertReplicasIdentical(topic);
        cluster.traffic().since(before).assertThroughTheStore(1_400_000);
    }

    /** With nobody in sync left, a replica that is behind leads, and what it lacks is gone on all of them. */
    @Test
    void replicasFollowALeaderThatWasElectedUncleanly() {
        String topic = "unclean";
        TopicPartition partition = new TopicPartition(topic, 0);
        cluster.createWalTopic(
                topic,
                Map.of(0, REPLICAS),
                Map.of("min.insync.replicas", "1", "unclean.leader.election.enable", "true"));
        List<StoredRecord> replicated = write(partition, 500, Map.of());
        cluster.assertReplicasIdentical(topic);

        cluster.kafka().node(2).stop();
        cluster.kafka().node(3).stop();
        cluster.awaitIsr(partition, Set.of(1));
        write(partition, 500, WITHOUT_WAITING);
        cluster.kafka().node(1).kill();
        cluster.kafka().node(2).launch();
        cluster.kafka().node(3).launch();
        cluster.kafka().node(2).awaitStarted();
        cluster.kafka().node(3).awaitStarted();
        await("another leader")
                .atMost(Duration.ofSeconds(60))
                .until(() -> cluster.leaderOf(partition).id() != 1);

        assertThat(cluster.reader().readAll(topic)).isEqualTo(replicated);
        List<StoredRecord> expected = new ArrayList<>(replicated);
        expected.addAll(write(partition, 700, Map.of()));
        cluster.kafka().node(1).start();
        cluster.awaitIsr(partition, Set.of(1, 2, 3));
        ReplicationTraffic before = cluster.traffic();
        expected.addAll(write(partition, 700, Map.of()));

        for (String zone : WalCluster.ZONES) {
            assertThat(cluster.reader().inZone(zone).readAll(topic)).isEqualTo(expected);
        }
        assertTruncated(1, partition, 500);
        cluster.assertReplicasIdentical(topic);
        cluster.traffic().since(before).assertThroughTheStore(1_400_000);
    }

    private void assertTruncated(int broker, TopicPartition partition, long offset) {
        Pattern truncation =
                Pattern.compile(Pattern.quote("partition=" + partition + ",") + ".*Truncating to offset " + offset);
        assertThat(cluster.kafka().node(broker).log().lines(truncation))
                .as("truncations of broker %s", broker)
                .isNotEmpty();
    }

    private List<StoredRecord> write(TopicPartition partition, int records, Map<String, String> configs) {
        try (RecordWriter writer = cluster.writer(configs)) {
            writer.send(partition, records, text, 1_000);
            return writer.flush();
        }
    }
}
