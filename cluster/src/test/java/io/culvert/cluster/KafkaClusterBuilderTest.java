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
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KafkaClusterBuilderTest {

    @TempDir
    Path directory;

    private KafkaClusterBuilder builder;

    @BeforeEach
    void createBuilder() throws IOException {
        Path jar = Files.createFile(directory.resolve("kafka.jar"));
        builder = KafkaCluster.builder(new KafkaDistribution("4.4.0", List.of(jar)), directory);
    }

    @Test
    void everyBrokerIsAControllerUnlessTheyAreSeparate() {
        assertThat(builder.nodes()).hasSize(3).allSatisfy(node -> {
            assertThat(node.broker()).isTrue();
            assertThat(node.controller()).isTrue();
        });

        assertThat(builder.separateControllers(1).nodes())
                .extracting(NodeSettings::id, NodeSettings::broker, NodeSettings::controller)
                .containsExactly(
                        tuple(1, true, false), tuple(2, true, false), tuple(3, true, false), tuple(101, false, true));
    }

    @Test
    void brokersTakeTheZonesInTurn() {
        assertThat(builder.brokers(4).zones(List.of("a", "b", "c")).nodes())
                .extracting(NodeSettings::rack)
                .containsExactly("a", "b", "c", "a");
    }

    @Test
    void aNodesOwnAgentReplacesThatOfAll() throws IOException {
        Path jar = Files.createFile(directory.resolve("agent.jar"));
        AgentJar agent = new AgentJar(jar, "");

        builder.agent(agent).agent(2, null).agent(3, agent.withArguments("=x"));

        assertThat(builder.nodes())
                .extracting(NodeSettings::agent)
                .containsExactly(agent, null, agent.withArguments("=x"));
    }

    @Test
    void aNodesOwnPropertyReplacesThatOfAll() {
        builder.property("x", "all").property(2, "x", "two");

        assertThat(builder.nodes())
                .extracting(node -> node.properties().get("x"))
                .containsExactly("all", "two", "all");
    }

    @Test
    void refusesAClusterWithoutBrokers() {
        assertThatIllegalArgumentException().isThrownBy(() -> builder.brokers(0).nodes());
    }

    @Test
    void refusesAnAgentThatDoesNotExist() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AgentJar(directory.resolve("missing.jar"), ""))
                .withMessageContaining("missing.jar");
    }
}
