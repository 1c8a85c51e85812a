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

import io.culvert.tests.support.RandomText;
import io.culvert.tests.support.RecordWriter;
import io.culvert.tests.support.ReplicationTraffic;
import io.culvert.tests.support.StoredRecord;
import io.culvert.tests.support.WalCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Kafka's tiered storage (KIP-405) takes the closed segments, and Culvert the active one.
 *
 * <p>Closed segments go to the plug-in that Kafka tests its own tiered storage with. It was published for 4.3.1 alone and
 * does not load on 4.4.0.
 */
final class TieredStorageIT {

    private static final Path PLUGIN =
            Path.of("target", "tiered-storage", "kafka-storage-test.jar").toAbsolutePath();
    private static final Duration WAIT = Duration.ofSeconds(90);

    private static WalCluster cluster;

    private final RandomText text = new RandomText(20260105);

    @BeforeAll
    static void startCluster() {
        cluster = WalCluster.builder("tiered-storage")
                .version("4.3.1")
                .property("remote.log.storage.system.enable", "true")
                .property(
                        "remote.log.storage.manager.class.name",
                        "org.apache.kafka.server.log.remote.storage.LocalTieredStorage")
                .property("remote.log.storage.manager.class.path", PLUGIN.toString())
                .property(
                        "rsm.config.dir",
                        Path.of("target", "it", "tiered-storage", "tier")
                                .toAbsolutePath()
                                .toString())
                .property("remote.log.metadata.manager.listener.name", "REPLICATION")
                .property("rlmm.config.remote.log.metadata.topic.num.partitions", "2")
                .property("rlmm.config.remote.log.metadata.topic.replication.factor", "3")
                .property("remote.log.manager.task.interval.ms", "500")
                .property("log.initial.task.delay.ms", "500")
                .property("log.retention.check.interval.ms", "500")
                .start();
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void aNewReplicaStartsBehindTheTierAndGoesOnThroughTheStore() {
        TopicPartition partition = new TopicPartition("tiered", 0);
        cluster.createWalTopic(
                partition.topic(),
                Map.of(0, List.of(1, 2)),
                Map.of(
                        "remote.storage.enable",
                        "true",
                        "segment.bytes",
                        "1048576",
                        "local.retention.bytes",
                        "1",
                        "file.delete.delay.ms",
                        "100"));
        ReplicationTraffic before = cluster.traffic();
        List<StoredRecord> written = new ArrayList<>(write(partition, 6_000));
        awaitTiered(1, partition);
        awaitTiered(2, partition);
        cluster.traffic().since(before).assertThroughTheStore(6_000_000);

        cluster.placement().reassign(partition, List.of(1, 2, 3));
        before = cluster.traffic();
        written.addAll(write(partition, 900));

        for (String zone : WalCluster.ZONES) {
            assertThat(cluster.reader().inZone(zone).readAll(partition.topic()))
                    .as("records in %s", zone)
                    .isEqualTo(written);
        }
        assertSameTails(partition);
        cluster.assertEpochsIdentical(partition);
        cluster.traffic().since(before).assertThroughTheStore(1_800_000);
    }

    private List<StoredRecord> write(TopicPartition partition, int records) {
        try (RecordWriter writer = cluster.writer()) {
            writer.send(partition, records, text, 1_000);
            return writer.flush();
        }
    }

    private static void awaitTiered(int broker, TopicPartition partition) {
        // Of six segments the active one stays, and none that is closed.
        await("segments of broker " + broker + " in the tier only")
                .atMost(WAIT)
                .ignoreExceptions()
                .until(() -> cluster.logBytes(broker, partition).length < 1_100_000);
    }

    /** Brokers delete local segments each in its own time, so one may hold more of the front than another. */
    private static void assertSameTails(TopicPartition partition) {
        await("equal tails").atMost(WAIT).ignoreExceptions().untilAsserted(() -> {
            List<byte[]> logs = new ArrayList<>();
            for (int broker = 1; broker <= 3; broker++) {
                logs.add(cluster.logBytes(broker, partition));
            }
            byte[] shortest = logs.stream()
                    .min((left, right) -> Integer.compare(left.length, right.length))
                    .orElseThrow();
            assertThat(shortest.length).isGreaterThan(500_000);
            assertThat(logs).allSatisfy(log -> assertThat(log).endsWith(shortest));
        });
    }
}
