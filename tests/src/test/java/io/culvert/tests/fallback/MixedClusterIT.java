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

package io.culvert.tests.fallback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.culvert.cluster.AgentJar;
import io.culvert.cluster.KafkaNode;
import io.culvert.tests.load.PreferredLeaders;
import io.culvert.tests.load.ReplicationPath;
import io.culvert.tests.load.SteadyLoad;
import io.culvert.tests.support.ReplicationTraffic;
import io.culvert.tests.support.WalCluster;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The agent comes to a stock cluster and leaves it again, one broker after the other, under load. */
final class MixedClusterIT {

    private static final String WAL = "wal";
    private static final String CLASSIC = "classic";
    private static final int WAL_PARTITIONS = 6;
    private static final int CLASSIC_PARTITIONS = 3;
    private static final int WAL_BYTES = 4_000;
    private static final int WAL_PER_SECOND = 100;
    private static final long LEAST_APPENDED = WAL_BYTES * WAL_PER_SECOND / 2;
    private static final Duration SOON = Duration.ofSeconds(40);

    @Test
    void everyStepOfARollingUpgradeAndOfARollingRemovalReplicates() {
        try (WalCluster cluster = WalCluster.builder("mixed-cluster")
                .with(builder -> builder.agent(null))
                .start()) {
            cluster.createTopic(WAL, WAL_PARTITIONS, Map.of());
            cluster.createTopic(CLASSIC, CLASSIC_PARTITIONS, Map.of());
            try (SteadyLoad wal = SteadyLoad.start(cluster.kafka(), WAL, WAL_PARTITIONS, WAL_BYTES, WAL_PER_SECOND);
                    SteadyLoad classic = SteadyLoad.start(cluster.kafka(), CLASSIC, CLASSIC_PARTITIONS, 50, 20)) {
                ReplicationPath.awaitOverTheWire(cluster, LEAST_APPENDED, SOON);

                for (int id = 1; id <= 3; id++) {
                    restart(cluster, id, AgentJar.culvert());
                }
                ReplicationPath.awaitOverTheWire(cluster, LEAST_APPENDED, SOON);
                cluster.kafka().alterTopic(WAL, Map.of("remote.wal.enable", "true"));
                ReplicationPath.awaitThroughTheStore(cluster, LEAST_APPENDED, SOON);

                restart(cluster, 2, null);
                awaitMixedReplication(cluster);

                cluster.kafka().alterTopic(WAL, Collections.singletonMap("remote.wal.enable", null));
                ReplicationPath.awaitOverTheWire(cluster, LEAST_APPENDED, SOON);
                restart(cluster, 1, null);
                restart(cluster, 3, null);
                ReplicationPath.awaitOverTheWire(cluster, LEAST_APPENDED, SOON);

                wal.finish();
                classic.finish();
                wal.assertNothingLost(cluster.reader());
                classic.assertNothingLost(cluster.reader());
                cluster.assertReplicasIdentical(WAL);
                cluster.assertReplicasIdentical(CLASSIC);
            }
        }
    }

    /** Restarts a broker with another agent, or with none, and lets it lead what it prefers to. */
    private static void restart(WalCluster cluster, int id, @Nullable AgentJar agent) {
        KafkaNode node = cluster.kafka().node(id);
        node.useAgent(agent);
        node.restart();
        cluster.awaitFullIsr(WAL);
        cluster.awaitFullIsr(CLASSIC);
        PreferredLeaders.elect(cluster, WAL);
        assertThat(cluster.kafka().describe(WAL).partitions())
                .as("partitions that broker %s leads", id)
                .anyMatch(partition -> partition.leader().id() == id);
    }

    /**
     * Broker 2 has no agent: what it leads and what it follows goes over the wire, and what 1 and 3 send each other through
     * the store, at once, with every partition moving on.
     */
    private static void awaitMixedReplication(WalCluster cluster) {
        KafkaNode stock = cluster.kafka().node(2);
        double shareOfStock = shareOfPairsWith(cluster, stock.id());
        AtomicReference<ReplicationTraffic> before = new AtomicReference<>(cluster.traffic());
        await("replication by both ways")
                .atMost(SOON)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> {
                    ReplicationTraffic now = cluster.traffic();
                    ReplicationTraffic seen = now.since(before.getAndSet(now));
                    assertThat(seen.appended()).isGreaterThan(LEAST_APPENDED);
                    assertThat((double) seen.answered() / seen.appended())
                            .as("share that went over the wire: %s", seen)
                            .isBetween(shareOfStock - 0.1, shareOfStock + 0.15);
                });
    }

    private static double shareOfPairsWith(WalCluster cluster, int broker) {
        int pairs = 0;
        int withBroker = 0;
        for (TopicPartitionInfo partition : cluster.kafka().describe(WAL).partitions()) {
            for (KafkaNode follower : cluster.followersOf(new TopicPartition(WAL, partition.partition()))) {
                pairs++;
                withBroker += follower.id() == broker || partition.leader().id() == broker ? 1 : 0;
            }
        }
        return (double) withBroker / pairs;
    }
}
