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

package io.culvert.tests.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.culvert.cluster.AgentJar;
import io.culvert.cluster.KafkaCluster;
import io.culvert.cluster.KafkaDistribution;
import io.culvert.cluster.ToolResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of topics and brokers where every node has the agent and nothing is switched on. */
final class SettingsIT {

    @ParameterizedTest
    @CsvSource({"4.4.0, 0", "4.4.0, 1", "4.3.1, 1"})
    void areCreatedDescribedAlteredDeletedAndRefused(String version, int separateControllers) throws Exception {
        Path folder = Path.of("target", "it", "settings-" + version + "-" + separateControllers);
        try (KafkaCluster cluster = KafkaCluster.builder(KafkaDistribution.of(version), folder.toAbsolutePath())
                .brokers(1)
                .separateControllers(separateControllers)
                .agent(AgentJar.culvert())
                .start()) {
            cluster.createTopic("plain", 1, 1, Map.of());
            cluster.createTopic("wal", 1, 1, Map.of("remote.wal.enable", "true"));
            assertThat(describe(cluster, "plain").get("remote.wal.enable")).satisfies(entry -> {
                assertThat(entry.value()).isEqualTo("false");
                assertThat(entry.source()).isEqualTo(ConfigEntry.ConfigSource.DEFAULT_CONFIG);
            });
            assertThat(describe(cluster, "wal").get("remote.wal.enable")).satisfies(entry -> {
                assertThat(entry.value()).isEqualTo("true");
                assertThat(entry.source()).isEqualTo(ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG);
                assertThat(entry.isSensitive()).isFalse();
                assertThat(entry.type()).isEqualTo(ConfigEntry.ConfigType.BOOLEAN);
            });
            assertThat(describe(cluster, "wal").get("remote.wal.durability").value())
                    .isEqualTo("replicas");

            assertRefused(() -> cluster.alterTopic("wal", Map.of("remote.wal.enable", "maybe")), "remote.wal.enable");
            assertRefused(
                    () -> cluster.alterTopic("wal", Map.of("remote.wal.durability", "object")),
                    "is not supported by this version; use replicas");
            assertRefused(
                    () -> cluster.alterTopic("wal", Map.of("remote.wal.paused", "true")),
                    "Unknown topic config name: remote.wal.paused");

            cluster.alterTopic("plain", Map.of("remote.wal.enable", "true"));
            cluster.alterTopic("wal", Collections.singletonMap("remote.wal.enable", null));
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                assertThat(describe(cluster, "plain").get("remote.wal.enable").value())
                        .isEqualTo("true");
                assertThat(describe(cluster, "wal").get("remote.wal.enable").source())
                        .isEqualTo(ConfigEntry.ConfigSource.DEFAULT_CONFIG);
            });

            dynamicBrokerSettingsCanBeSeen(cluster);
            toolsKnowTheSettings(cluster);
        }
    }

    private static void dynamicBrokerSettingsCanBeSeen(KafkaCluster cluster) {
        assertRefused(
                () -> cluster.alterBrokers(OptionalInt.empty(), Map.of("remote.wal.paused", "maybe")),
                "remote.wal.paused");
        cluster.alterBrokers(OptionalInt.empty(), Map.of("remote.wal.paused", "true"));
        ConfigResource allBrokers = new ConfigResource(ConfigResource.Type.BROKER, "");
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            ConfigEntry paused = describe(cluster, allBrokers).get("remote.wal.paused");
            assertThat(paused.value()).isEqualTo("true");
            assertThat(paused.isSensitive()).isFalse();
            assertThat(paused.source()).isEqualTo(ConfigEntry.ConfigSource.DYNAMIC_DEFAULT_BROKER_CONFIG);
        });
    }

    private static void toolsKnowTheSettings(KafkaCluster cluster) {
        String topics = cluster.kafka().topicCommand();
        String configs = cluster.kafka().configCommand();
        String servers = cluster.bootstrapServers();
        cluster.runTool(
                        AgentJar.culvert(),
                        topics,
                        "--bootstrap-server",
                        servers,
                        "--create",
                        "--topic",
                        "by-tool",
                        "--config",
                        "remote.wal.enable=true")
                .orThrow();
        cluster.awaitFullIsr("by-tool");
        ToolResult refused = cluster.runTool(
                AgentJar.culvert(),
                topics,
                "--bootstrap-server",
                servers,
                "--create",
                "--topic",
                "refused",
                "--config",
                "remote.wal.durability=object");
        assertThat(refused.exitStatus()).isNotZero();
        assertThat(refused.output()).contains("is not supported by this version; use replicas");

        ToolResult described = cluster.runTool(
                        null,
                        configs,
                        "--bootstrap-server",
                        servers,
                        "--describe",
                        "--all",
                        "--entity-type",
                        "topics",
                        "--entity-name",
                        "by-tool")
                .orThrow();
        assertThat(described.output())
                .contains("remote.wal.enable=true sensitive=false")
                .contains("remote.wal.durability=replicas sensitive=false");
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable change, String reason) {
        assertThatThrownBy(change)
                .hasRootCauseInstanceOf(ApiException.class)
                .rootCause()
                .hasMessageContaining(reason);
    }

    private static Config describe(KafkaCluster cluster, String topic) throws ExecutionException, InterruptedException {
        return describe(cluster, new ConfigResource(ConfigResource.Type.TOPIC, topic));
    }

    private static Config describe(KafkaCluster cluster, ConfigResource resource)
            throws ExecutionException, InterruptedException {
        return cluster.admin().describeConfigs(List.of(resource)).all().get().get(resource);
    }
}
