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

package io.culvert.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stock brokers alone: what every other test of this project relies on. */
final class KafkaClusterIT {

    private static final Path WORK = Path.of("target", "it");
    private static final TopicPartition PARTITION = new TopicPartition("events", 0);

    @ParameterizedTest
    @ValueSource(strings = {"4.4.0", "4.3.1"})
    void replicasHoldTheSameBytesAfterTheLeaderWasKilled(String version) throws Exception {
        List<KafkaNode> nodes;
        try (KafkaCluster cluster = KafkaCluster.builder(
                        KafkaDistribution.of(version), WORK.resolve("killed-leader-" + version))
                .zones(List.of("zone-a", "zone-b", "zone-c"))
                .property("broker.session.timeout.ms", "3000")
                .property("broker.heartbeat.interval.ms", "500")
                .start()) {
            nodes = cluster.nodes();
            cluster.createTopic("events", 1, 3, Map.of("min.insync.replicas", "2"));
            ListenerBytes before = cluster.replicationBytes();

            produce(cluster, 1_000);
            KafkaNode leader = cluster.leader(PARTITION);
            leader.kill();
            assertThat(leader.isAlive()).isFalse();
            produce(cluster, 1_000);
            leader.start();

            assertThat(cluster.logFiles().compare("events")).allSatisfy(comparison -> {
                assertThat(comparison.identical()).as("%s", comparison).isTrue();
                assertThat(comparison.sizes()).hasSize(3);
            });
            assertThat(cluster.logFiles().leaderEpochs(leader.id(), PARTITION)).isNotEmpty();
            assertThat(cluster.replicationBytes().minus(before).total()).isPositive();
            assertThat(cluster.leader(PARTITION).metrics().isrShrinks()).isNotNegative();
        }
        assertThat(nodes).allSatisfy(node -> {
            assertThat(node.isAlive()).isFalse();
            assertThat(node.logDirectories()).noneMatch(Files::exists);
        });
    }

    @Test
    void separateControllersDynamicSettingsToolsAndSignals() {
        try (KafkaCluster cluster = KafkaCluster.builder(
                        KafkaDistribution.of(KafkaDistribution.DEFAULT_VERSION), WORK.resolve("separate-controllers"))
                .brokers(1)
                .separateControllers(1)
                .heap("256m")
                .start()) {
            cluster.createTopic("events", 1, 1, Map.of());
            cluster.alterTopic("events", Map.of("retention.ms", "123456"));

            ToolResult described = cluster.runTool(
                    null,
                    cluster.kafka().configCommand(),
                    "--bootstrap-server",
                    cluster.bootstrapServers(),
                    "--describe",
                    "--topic",
                    "events");
            assertThat(described.orThrow().output()).contains("retention.ms=123456");

            KafkaNode broker = cluster.node(1);
            long pid = broker.pid();
            broker.suspend();
            assertThat(state(pid)).isEqualTo("T");
            broker.resume();
            assertThat(Polling.until(Duration.ofSeconds(10), () -> !state(pid).equals("T")))
                    .isTrue();

            broker.useProperty("log.retention.hours", "7");
            broker.restart();
            assertThat(broker.pid()).isNotEqualTo(pid);
            assertThat(broker.serverProperties()).containsEntry("log.retention.hours", "7");
            assertThat(broker.metrics().liveHeapBytes()).isPositive();
            assertThat(broker.metrics().cpuTime()).isPositive();
        }
    }

    private static void produce(KafkaCluster cluster, int records) throws Exception {
        Map<String, Object> config =
                Map.of("bootstrap.servers", cluster.bootstrapServers(), "acks", "all", "linger.ms", "5");
        try (Producer<String, String> producer =
                new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
            List<Future<RecordMetadata>> sent = IntStream.range(0, records)
                    .mapToObj(i -> producer.send(new ProducerRecord<>("events", 0, "key-" + i, "value-" + i)))
                    .toList();
            for (Future<RecordMetadata> future : sent) {
                future.get();
            }
        }
    }

    /** Returns the state letter of a process, from Linux's /proc. */
    private static String state(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ", 2)[0];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
