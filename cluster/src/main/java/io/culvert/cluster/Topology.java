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

import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Where every node of a cluster listens; all addresses are on the loopback interface.
 *
 * @param ports the ports of each node, by node id
 */
record Topology(Map<Integer, NodePorts> ports) {

    private static final String HOST = "127.0.0.1";

    /** The ports of one node; the ones that its roles do not need are 0. */
    record NodePorts(int client, int replication, int controller) {}

    Topology {
        ports = Map.copyOf(ports);
    }

    static Topology of(List<NodeSettings> nodes, FreePorts freePorts) {
        Deque<Integer> free = freePorts.take(3 * nodes.size());
        Map<Integer, NodePorts> ports = new LinkedHashMap<>();
        for (NodeSettings node : nodes) {
            ports.put(
                    node.id(),
                    new NodePorts(
                            node.broker() ? free.remove() : 0,
                            node.broker() ? free.remove() : 0,
                            node.controller() ? free.remove() : 0));
        }
        return new Topology(ports);
    }

    NodePorts of(int id) {
        NodePorts found = ports.get(id);
        if (found == null) {
            throw new IllegalArgumentException("no such node: id=" + id);
        }
        return found;
    }

    /** Returns the value of {@code controller.quorum.voters}. */
    String voters() {
        return ports.entrySet().stream()
                .filter(entry -> entry.getValue().controller() > 0)
                .sorted(Map.Entry.comparingByKey())
                .map(entry ->
                        entry.getKey() + "@" + HOST + ":" + entry.getValue().controller())
                .collect(Collectors.joining(","));
    }

    String bootstrapServers() {
        return addresses(NodePorts::client);
    }

    String bootstrapControllers() {
        return addresses(NodePorts::controller);
    }

    int brokers() {
        return (int) ports.values().stream().filter(node -> node.client() > 0).count();
    }

    static String address(int port) {
        return HOST + ":" + port;
    }

    private String addresses(ToIntFunction<NodePorts> port) {
        List<String> addresses = new ArrayList<>();
        ports.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(entry -> {
            int number = port.applyAsInt(entry.getValue());
            if (number > 0) {
                addresses.add(address(number));
            }
        });
        return String.join(",", addresses);
    }
}
