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

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * A running Kafka cluster of real brokers, each in a JVM of its own on loopback ports.
 *
 * <p>Its processes never outlive this JVM: they end with {@link #close}, with a shutdown hook, and, when
 * this JVM is killed, by themselves. Thread-safe.
 */
public final class KafkaCluster implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String COMMITTED = "kafka.controller:type=KafkaController,name=LastCommittedRecordOffset";
    private static final String APPLIED = "kafka.server:type=broker-metadata-metrics";

    private final Workspace workspace;
    private final Topology topology;
    private final List<KafkaNode> nodes;
    private final Thread hook = new Thread(this::end, "culvert-cluster-shutdown");
    private @Nullable Admin admin;
    private boolean discardLogs;
    private boolean closed;

    KafkaCluster(Workspace workspace, Topology topology, List<NodeSettings> settings) {
        this.workspace = workspace;
        this.topology = topology;
        this.nodes = settings.stream()
                .map(node -> new KafkaNode(workspace, topology, node))
                .toList();
        nodes.forEach(node -> FileTree.delete(workspace.node(node.id()).directory()));
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Begins the description of a cluster.
     *
     * @param kafka what its nodes run
     * @param directory everything it writes goes below this folder, which is created when it is missing
     */
    public static KafkaClusterBuilder builder(KafkaDistribution kafka, Path directory) {
        return new KafkaClusterBuilder(kafka, directory);
    }

    /** Formats the nodes and starts them all at once. */
    void start(Uuid clusterId) {
        List<String> arguments = new ArrayList<>(List.of(clusterId.toString()));
        for (KafkaNode node : nodes) {
            node.writeProperties();
            arguments.add(workspace.node(node.id()).properties().toString());
        }
        workspace.startTool(null, NodeFormat.class.getName(), arguments).await().orThrow();
        nodes.forEach(KafkaNode::launch);
        nodes.forEach(KafkaNode::awaitStarted);
    }

    /** Returns what the nodes run. */
    public KafkaDistribution kafka() {
        return workspace.kafka();
    }

    /** Returns the folder that holds everything the cluster writes. */
    public Path directory() {
        return workspace.directory();
    }

    /** Returns all nodes, by id. */
    public List<KafkaNode> nodes() {
        return nodes;
    }

    /** Returns the nodes that have the broker role, by id. */
    public List<KafkaNode> brokers() {
        return nodes.stream().filter(KafkaNode::isBroker).toList();
    }

    /** Returns the nodes that have the controller role, by id. */
    public List<KafkaNode> controllers() {
        return nodes.stream().filter(KafkaNode::isController).toList();
    }

    /** Returns the node with this id. */
    public KafkaNode node(int id) {
        return nodes.stream()
                .filter(node -> node.id() == id)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such node: id=" + id));
    }

    /** Returns the value of {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return topology.bootstrapServers();
    }

    /** Returns the value of {@code bootstrap.controllers}. */
    public String bootstrapControllers() {
        return topology.bootstrapControllers();
    }

    /** Returns the shared Admin client; it belongs to the cluster and is closed with it. */
    public synchronized Admin admin() {
        if (admin == null) {
            admin = Admin.create(Map.of(
                    "bootstrap.servers",
                    bootstrapServers(),
                    "request.timeout.ms",
                    "10000",
                    "default.api.timeout.ms",
                    "60000"));
        }
        return admin;
    }

    /** Creates a topic and waits until all its partitions have leaders and full ISRs. */
    public void createTopic(String name, int partitions, int replicas, Map<String, String> configs) {
        NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.of((short) replicas)).configs(configs);
        get(
                "create a topic: topic=" + name,
                admin().createTopics(List.of(topic)).all());
        awaitFullIsr(name);
        awaitMetadataApplied();
    }

    /** Changes settings of a topic; a null value takes a setting back. */
    public void alterTopic(String topic, Map<String, @Nullable String> configs) {
        alter(new ConfigResource(ConfigResource.Type.TOPIC, topic), configs);
    }

    /**
     * Changes dynamic settings of one broker, or the cluster-wide ones; a null value takes a setting back.
     *
     * @param broker the broker's id, or empty for all
     */
    public void alterBrokers(OptionalInt broker, Map<String, @Nullable String> configs) {
        String name = broker.isPresent() ? Integer.toString(broker.getAsInt()) : "";
        alter(new ConfigResource(ConfigResource.Type.BROKER, name), configs);
    }

    /** Returns a partition's leader, replicas and ISR. */
    public TopicPartitionInfo describe(TopicPartition partition) {
        return describe(partition.topic()).partitions().stream()
                .filter(info -> info.partition() == partition.partition())
                .findFirst()
                .orElseThrow(() -> new ClusterException("no such partition: partition=" + partition));
    }

    /** Returns a topic's description. */
    public TopicDescription describe(String topic) {
        Map<String, TopicDescription> found = get(
                "describe a topic: topic=" + topic,
                admin().describeTopics(List.of(topic)).allTopicNames());
        return Optional.ofNullable(found.get(topic))
                .orElseThrow(() -> new ClusterException("no such topic: topic=" + topic));
    }

    /** Returns the broker that leads a partition, after waiting until there is one. */
    public KafkaNode leader(TopicPartition partition) {
        AtomicReference<@Nullable Node> leader = new AtomicReference<>();
        Polling.await("a leader of " + partition, TIMEOUT, unlessNotYetKnown(() -> {
            TopicPartitionInfo info = describe(partition);
            leader.set(info.leader());
            return isLed(info);
        }));
        return node(Objects.requireNonNull(leader.get()).id());
    }

    /** Waits until all partitions of a topic have leaders and all replicas are in sync. */
    public void awaitFullIsr(String topic) {
        awaitFullIsr(topic, TIMEOUT);
    }

    /** Waits until all partitions of a topic have leaders and all replicas are in sync. */
    public void awaitFullIsr(String topic, Duration timeout) {
        Polling.await("full ISRs of " + topic, timeout, unlessNotYetKnown(() -> hasFullIsr(topic)));
    }

    /**
     * Waits until every running broker has done what the controller has decided so far: leaders, settings, throttles.
     *
     * <p>A new topic's full ISR is the controller's decision alone: a leader that has not heard of it refuses the first
     * batch of an idempotent producer, and may then take its second one, after which the first can never be written.
     */
    public void awaitMetadataApplied() {
        double decided = controllers().stream()
                .filter(KafkaNode::isAlive)
                .mapToDouble(controller -> controller.metrics().sum(COMMITTED, "Value"))
                .max()
                .orElseThrow(() -> new ClusterException("no controller is running"));
        Polling.await(
                "metadata up to offset " + (long) decided,
                TIMEOUT,
                () -> brokers().stream()
                        .filter(KafkaNode::isAlive)
                        .allMatch(broker -> broker.metrics().sum(APPLIED, "last-applied-record-offset") >= decided));
    }

    /** Returns what the replicas of a partition hold on disk. */
    public LogFiles logFiles() {
        return new LogFiles(this);
    }

    /** Returns what all running brokers have sent each other, each way. */
    public ListenerBytes replicationBytes() {
        return brokers().stream()
                .filter(KafkaNode::isAlive)
                .map(node -> node.metrics().replicationBytes())
                .reduce(new ListenerBytes(0, 0), ListenerBytes::plus);
    }

    /**
     * Runs a Kafka tool in a JVM of its own and waits for its end.
     *
     * @param agent an agent for the tool's JVM, or null
     * @param mainClass such as {@link KafkaDistribution#topicCommand}
     * @param arguments without {@code --bootstrap-server}, which is not added
     */
    public ToolResult runTool(@Nullable AgentJar agent, String mainClass, String... arguments) {
        return workspace.startTool(agent, mainClass, List.of(arguments)).await();
    }

    /** Lets the logs be removed with the data when the cluster closes; they are kept otherwise. */
    public synchronized void discardLogsOnClose() {
        discardLogs = true;
    }

    /**
     * Lets the nodes outlive this JVM and leaves all files.
     *
     * @return the process ids, which are then the caller's to end
     */
    public synchronized List<Long> detach() {
        closed = true;
        Runtime.getRuntime().removeShutdownHook(hook);
        List<Long> pids =
                nodes.stream().filter(KafkaNode::isAlive).map(KafkaNode::pid).toList();
        nodes.stream().filter(KafkaNode::isAlive).forEach(KafkaNode::release);
        closeClients();
        return pids;
    }

    /** Ends all processes with SIGKILL and removes the data. Idempotent. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down, and the hook does the same as what follows.
            return;
        }
        closeClients();
        end();
    }

    private synchronized void closeClients() {
        if (admin != null) {
            admin.close(Duration.ZERO);
            admin = null;
        }
        nodes.forEach(KafkaNode::closeMetrics);
    }

    private void end() {
        workspace.children().endAll();
        for (KafkaNode node : nodes) {
            node.logDirectories().forEach(FileTree::delete);
        }
        if (discards()) {
            workspace.delete(nodes.stream().map(KafkaNode::id).toList());
        }
    }

    private synchronized boolean discards() {
        return discardLogs;
    }

    private boolean hasFullIsr(String topic) {
        return describe(topic).partitions().stream()
                .allMatch(partition -> isLed(partition)
                        && partition.isr().size() == partition.replicas().size());
    }

    /** A broker that is asked may not have heard of a new topic yet, or may just be ending. */
    private static BooleanSupplier unlessNotYetKnown(BooleanSupplier condition) {
        return () -> {
            try {
                return condition.getAsBoolean();
            } catch (ClusterException e) {
                if (e.getCause() instanceof RetriableException) {
                    return false;
                }
                throw e;
            }
        };
    }

    private static boolean isLed(TopicPartitionInfo partition) {
        return partition.leader() != null && !partition.leader().isEmpty();
    }

    private void alter(ConfigResource resource, Map<String, @Nullable String> configs) {
        List<AlterConfigOp> operations = new ArrayList<>();
        configs.forEach((name, value) -> operations.add(new AlterConfigOp(
                new ConfigEntry(name, value), value == null ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET)));
        get(
                "change settings: resource=" + resource,
                admin().incrementalAlterConfigs(Map.of(resource, operations)).all());
    }

    private static <T> T get(String what, KafkaFuture<T> future) {
        try {
            return future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted: cannot " + what, e);
        } catch (ExecutionException e) {
            throw new ClusterException("cannot " + what, e.getCause());
        } catch (TimeoutException e) {
            throw new ClusterException("cannot " + what, e);
        }
    }
}
