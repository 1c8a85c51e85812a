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

import io.culvert.cluster.Topology.NodePorts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ServerPropertiesTest {

    private static final Path DATA = Path.of("/data");

    @Test
    void aCombinedNodeListensForClientsBrokersAndControllers() {
        Topology topology = new Topology(Map.of(1, new NodePorts(11, 12, 13), 2, new NodePorts(21, 22, 23)));

        Map<String, String> properties = ServerProperties.of(node(1, true, true, Map.of()), topology, DATA);

        assertThat(properties)
                .containsEntry("process.roles", "broker,controller")
                .containsEntry("controller.quorum.voters", "1@127.0.0.1:13,2@127.0.0.1:23")
                .containsEntry(
                        "listeners", "PLAINTEXT://127.0.0.1:11,REPLICATION://127.0.0.1:12,CONTROLLER://127.0.0.1:13")
                .containsEntry("advertised.listeners", "PLAINTEXT://127.0.0.1:11,REPLICATION://127.0.0.1:12")
                .containsEntry("inter.broker.listener.name", "REPLICATION")
                .containsEntry("broker.rack", "zone-a")
                .containsEntry("log.dirs", "/data");
    }

    @Test
    void aControllerHasNoBrokerListeners() {
        Topology topology = new Topology(Map.of(1, new NodePorts(11, 12, 0), 101, new NodePorts(0, 0, 13)));

        Map<String, String> properties = ServerProperties.of(node(101, false, true, Map.of()), topology, DATA);

        assertThat(properties)
                .containsEntry("process.roles", "controller")
                .containsEntry("controller.quorum.voters", "101@127.0.0.1:13")
                .containsEntry("listeners", "CONTROLLER://127.0.0.1:13")
                .doesNotContainKeys("advertised.listeners", "inter.broker.listener.name", "broker.rack");
    }

    @Test
    void internalTopicsHaveNoMoreReplicasThanThereAreBrokers() {
        Topology topology = new Topology(Map.of(1, new NodePorts(11, 12, 13)));

        Map<String, String> properties = ServerProperties.of(node(1, true, true, Map.of()), topology, DATA);

        assertThat(properties)
                .containsEntry("offsets.topic.replication.factor", "1")
                .containsEntry("transaction.state.log.min.isr", "1");
    }

    @Test
    void theNodesOwnPropertiesWin() {
        Topology topology = new Topology(Map.of(1, new NodePorts(11, 12, 13)));

        Map<String, String> properties =
                ServerProperties.of(node(1, true, true, Map.of("log.dirs", "/other", "x", "y")), topology, DATA);

        assertThat(properties).containsEntry("log.dirs", "/other").containsEntry("x", "y");
    }

    @Test
    void addressesNameOnlyNodesWithTheRole() {
        Topology topology = new Topology(
                Map.of(2, new NodePorts(21, 22, 0), 1, new NodePorts(11, 12, 0), 101, new NodePorts(0, 0, 13)));

        assertThat(topology.bootstrapServers()).isEqualTo("127.0.0.1:11,127.0.0.1:21");
        assertThat(topology.bootstrapControllers()).isEqualTo("127.0.0.1:13");
        assertThat(topology.brokers()).isEqualTo(2);
    }

    private static NodeSettings node(int id, boolean broker, boolean controller, Map<String, String> properties) {
        return new NodeSettings(id, broker, controller, "zone-a", null, properties, "512m", List.of());
    }
}
