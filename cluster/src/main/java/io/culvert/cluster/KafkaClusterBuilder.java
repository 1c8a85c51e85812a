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

import io.culvert.core.config.WalConfigDef;
import io.culvert.core.time.Ticker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link KafkaCluster} before it starts.
 *
 * <p>Unless told otherwise: three nodes with ids from 1, each broker and controller, in the zones {@code
 * zone-a}, {@code zone-b} and so on, stock Kafka without an agent, 512 MB of heap. Separate controllers
 * have ids from 101. Not thread-safe.
 */
public final class KafkaClusterBuilder {

    private static final int START_ATTEMPTS = 3;
    private static final int FIRST_CONTROLLER_ID = 101;
    private static final String FILE_SYSTEM_STORE = "io.culvert.storage.filesystem.FileSystemRemoteWalStorageManager";

    private final KafkaDistribution kafka;
    private final Path directory;
    private final Map<String, String> properties = new TreeMap<>();
    private final Map<Integer, Map<String, String>> nodeProperties = new HashMap<>();
    private final Map<Integer, @Nullable AgentJar> nodeAgents = new HashMap<>();
    private final List<String> jvmArguments = new ArrayList<>();
    private final RandomGenerator random = new SplittableRandom(
            Ticker.system().nanos() ^ ProcessHandle.current().pid());
    private List<String> zones = List.of();
    private @Nullable AgentJar agent;
    private int brokers = 3;
    private int separateControllers;
    private String heap = "512m";

    KafkaClusterBuilder(KafkaDistribution kafka, Path directory) {
        this.kafka = kafka;
        this.directory = directory;
    }

    /** Sets the number of brokers. */
    public KafkaClusterBuilder brokers(int count) {
        brokers = count;
        return this;
    }

    /** Gives the controllers nodes of their own; 0 lets every broker be a controller too. */
    public KafkaClusterBuilder separateControllers(int count) {
        separateControllers = count;
        return this;
    }

    /** Sets the zones; broker i is in zone i modulo their number. An empty list means no zones. */
    public KafkaClusterBuilder zones(List<String> names) {
        zones = List.copyOf(names);
        return this;
    }

    /** Sets the agent of all nodes that have none of their own; null for stock Kafka. */
    public KafkaClusterBuilder agent(@Nullable AgentJar jar) {
        agent = jar;
        return this;
    }

    /** Sets the agent of one node; null for stock Kafka. */
    public KafkaClusterBuilder agent(int node, @Nullable AgentJar jar) {
        nodeAgents.put(node, jar);
        return this;
    }

    /**
     * Loads Culvert on all nodes, with a folder as the store.
     *
     * @param store an absolute path; created when it is missing
     */
    public KafkaClusterBuilder culvert(Path store) {
        try {
            Files.createDirectories(store);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the store: directory=" + store, e);
        }
        return agent(AgentJar.culvert())
                .property(WalConfigDef.STORAGE_SYSTEM_ENABLE, "true")
                .property(WalConfigDef.STORAGE_MANAGER_CLASS_NAME, FILE_SYSTEM_STORE)
                .property("rwsm.config.root", store.toString());
    }

    /** Sets a server property of all nodes. */
    public KafkaClusterBuilder property(String name, String value) {
        properties.put(name, value);
        return this;
    }

    /** Sets server properties of all nodes. */
    public KafkaClusterBuilder properties(Map<String, String> values) {
        properties.putAll(values);
        return this;
    }

    /** Sets a server property of one node. */
    public KafkaClusterBuilder property(int node, String name, String value) {
        nodeProperties.computeIfAbsent(node, id -> new TreeMap<>()).put(name, value);
        return this;
    }

    /** Sets the heap of every node, as in {@code -Xmx}. */
    public KafkaClusterBuilder heap(String size) {
        heap = size;
        return this;
    }

    /** Adds an argument to the JVMs of all nodes. */
    public KafkaClusterBuilder jvmArgument(String argument) {
        jvmArguments.add(argument);
        return this;
    }

    /**
     * Starts the cluster and waits until all nodes have started.
     *
     * @throws ClusterException when a node does not start; its logs stay in the folder
     */
    public KafkaCluster start() {
        List<NodeSettings> nodes = nodes();
        for (int attempt = 1; ; attempt++) {
            KafkaCluster cluster =
                    new KafkaCluster(new Workspace(kafka, directory), Topology.of(nodes, new FreePorts(random)), nodes);
            try {
                cluster.start(new Uuid(random.nextLong() & Long.MAX_VALUE, random.nextLong()));
                return cluster;
            } catch (RuntimeException e) {
                boolean portLost = cluster.nodes().stream().anyMatch(KafkaNode::lostItsPort);
                cluster.close();
                if (!portLost || attempt == START_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    List<NodeSettings> nodes() {
        if (brokers < 1 || separateControllers < 0) {
            throw new IllegalArgumentException(
                    "a cluster needs brokers: brokers=" + brokers + " separateControllers=" + separateControllers);
        }
        List<NodeSettings> nodes = new ArrayList<>();
        for (int id = 1; id <= brokers; id++) {
            nodes.add(node(id, true, separateControllers == 0, zone(id)));
        }
        for (int i = 0; i < separateControllers; i++) {
            nodes.add(node(FIRST_CONTROLLER_ID + i, false, true, null));
        }
        return nodes;
    }

    private NodeSettings node(int id, boolean broker, boolean controller, @Nullable String rack) {
        Map<String, String> all = new TreeMap<>(properties);
        all.putAll(nodeProperties.getOrDefault(id, Map.of()));
        AgentJar own = nodeAgents.containsKey(id) ? nodeAgents.get(id) : agent;
        return new NodeSettings(id, broker, controller, rack, own, all, heap, jvmArguments);
    }

    private @Nullable String zone(int id) {
        return zones.isEmpty() ? null : zones.get((id - 1) % zones.size());
    }
}
