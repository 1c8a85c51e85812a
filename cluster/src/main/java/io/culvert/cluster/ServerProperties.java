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

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The {@code server.properties} of one node.
 *
 * <p>Brokers talk to each other on a listener of their own, {@link #REPLICATION}, so that Kafka's byte
 * counters tell replication from clients.
 */
final class ServerProperties {

    static final String CLIENT = "PLAINTEXT";
    static final String REPLICATION = "REPLICATION";
    static final String CONTROLLER = "CONTROLLER";

    private ServerProperties() {}

    static Map<String, String> of(NodeSettings node, Topology topology, Path dataDirectory) {
        Map<String, String> properties = new TreeMap<>();
        properties.put("node.id", Integer.toString(node.id()));
        properties.put("process.roles", roles(node));
        properties.put("controller.quorum.voters", topology.voters());
        properties.put("controller.listener.names", CONTROLLER);
        properties.put(
                "listener.security.protocol.map",
                CLIENT + ":PLAINTEXT," + REPLICATION + ":PLAINTEXT," + CONTROLLER + ":PLAINTEXT");
        properties.put("log.dirs", dataDirectory.toString());
        Topology.NodePorts ports = topology.of(node.id());
        List<String> listeners = new ArrayList<>();
        if (node.broker()) {
            listeners.add(listener(CLIENT, ports.client()));
            listeners.add(listener(REPLICATION, ports.replication()));
            properties.put("advertised.listeners", String.join(",", listeners));
            properties.put("inter.broker.listener.name", REPLICATION);
            if (node.rack() != null) {
                properties.put("broker.rack", node.rack());
            }
        }
        if (node.controller()) {
            listeners.add(listener(CONTROLLER, ports.controller()));
        }
        properties.put("listeners", String.join(",", listeners));
        putInternalTopics(properties, topology.brokers());
        properties.put("auto.create.topics.enable", "false");
        properties.put("group.initial.rebalance.delay.ms", "0");
        properties.put("log.cleaner.dedupe.buffer.size", "16777216");
        properties.putAll(node.properties());
        return properties;
    }

    static void write(Map<String, String> properties, Path file) throws IOException {
        Properties sorted = new Properties();
        sorted.putAll(properties);
        try (Writer writer = Files.newBufferedWriter(file)) {
            sorted.store(writer, null);
        }
    }

    private static void putInternalTopics(Map<String, String> properties, int brokers) {
        String replicas = Integer.toString(Math.min(3, brokers));
        String minIsr = brokers > 1 ? "2" : "1";
        properties.put("offsets.topic.replication.factor", replicas);
        properties.put("offsets.topic.num.partitions", "4");
        properties.put("transaction.state.log.replication.factor", replicas);
        properties.put("transaction.state.log.min.isr", minIsr);
        properties.put("transaction.state.log.num.partitions", "4");
        properties.put("share.coordinator.state.topic.replication.factor", replicas);
        properties.put("share.coordinator.state.topic.min.isr", minIsr);
        properties.put("share.coordinator.state.topic.num.partitions", "4");
    }

    private static String roles(NodeSettings node) {
        if (node.broker() && node.controller()) {
            return "broker,controller";
        }
        return node.broker() ? "broker" : "controller";
    }

    private static String listener(String name, int port) {
        return name + "://" + Topology.address(port);
    }
}
