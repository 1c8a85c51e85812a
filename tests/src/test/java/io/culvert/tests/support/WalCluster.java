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

package io.culvert.tests.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.culvert.cluster.EpochEntry;
import io.culvert.cluster.KafkaCluster;
import io.culvert.cluster.KafkaNode;
import io.culvert.cluster.LogComparison;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.jspecify.annotations.Nullable;

/**
 * Three brokers in three zones, each with the agent, that share a store in a folder.
 *
 * <p>Policy {@code latency}, so that even small writes take the object path, and consumers read from followers in
 * their own zone. Thread-safe.
 */
public final class WalCluster implements AutoCloseable {

    /** Zone of broker 1, 2 and 3. */
    public static final List<String> ZONES = List.of("zone-a", "zone-b", "zone-c");

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final Pattern FETCHER = Pattern.compile("clientId=ReplicaFetcherThread-(-?\\d+)-\\d+");

    private final KafkaCluster kafka;
    private final Path store;

    WalCluster(KafkaCluster kafka, Path store) {
        this.kafka = kafka;
        this.store = store;
    }

    /** Starts a cluster with everything as usual; its files go below {@code target/it/NAME}. */
    public static WalCluster start(String name) {
        return builder(name).start();
    }

    /** Begins the description of a cluster. */
    public static WalClusterBuilder builder(String name) {
        return new WalClusterBuilder(name);
    }

    /** Returns the brokers. */
    public KafkaCluster kafka() {
        return kafka;
    }

    /** Returns the shared Admin client. */
    public Admin admin() {
        return kafka.admin();
    }

    /** Returns the folder that is the store. */
    public Path store() {
        return store;
    }

    /** Returns the objects that are in the store now. */
    public List<Path> objects() {
        List<Path> objects = new ArrayList<>();
        try {
            Files.walkFileTree(store, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    objects.add(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                    return goneMeanwhile(e);
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
                    return e == null ? FileVisitResult.CONTINUE : goneMeanwhile(e);
                }
            });
        } catch (IOException e) {
            throw new IllegalStateException("cannot list the store: directory=" + store, e);
        }
        return objects.stream().sorted().toList();
    }

    private static FileVisitResult goneMeanwhile(IOException e) throws IOException {
        if (e instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw e;
    }

    /** Creates a topic whose replication takes the object path. */
    public void createWalTopic(String name, int partitions, Map<String, String> configs) {
        Map<String, String> all = new HashMap<>(configs);
        all.put("remote.wal.enable", "true");
        createTopic(name, partitions, all);
    }

    /** Creates a topic of three replicas; two must be in sync unless told otherwise. */
    public void createTopic(String name, int partitions, Map<String, String> configs) {
        Map<String, String> all = new HashMap<>(Map.of("min.insync.replicas", "2"));
        all.putAll(configs);
        kafka.createTopic(name, partitions, 3, all);
    }

    /** Creates a topic whose replication takes the object path, with its replicas where {@code placement} says. */
    public void createWalTopic(String name, Map<Integer, List<Integer>> placement, Map<String, String> configs) {
        Map<String, String> all = new HashMap<>(configs);
        all.put("remote.wal.enable", "true");
        AdminCalls.get(
                "create a topic: topic=" + name,
                admin().createTopics(List.of(new NewTopic(name, placement).configs(all)))
                        .all());
        awaitFullIsr(name);
        kafka.awaitMetadataApplied();
    }

    /** Returns what moves the partitions of this cluster. */
    public Placement placement() {
        return new Placement(this);
    }

    /** Opens a producer; {@code configs} are added to, or replace, the usual settings. */
    public RecordWriter writer(Map<String, ?> configs) {
        return new RecordWriter(kafka.bootstrapServers(), configs);
    }

    /** Opens an idempotent producer with {@code acks=all}. */
    public RecordWriter writer() {
        return writer(Map.of());
    }

    /** Returns a reader that stands in no zone and reads from leaders. */
    public RecordReader reader() {
        return new RecordReader(kafka.bootstrapServers());
    }

    /** Returns the broker that leads a partition, after waiting until there is one. */
    public KafkaNode leaderOf(TopicPartition partition) {
        return kafka.leader(partition);
    }

    /** Returns the brokers that hold a partition and do not lead it. */
    public List<KafkaNode> followersOf(TopicPartition partition) {
        int leader = leaderOf(partition).id();
        return kafka.describe(partition).replicas().stream()
                .filter(node -> node.id() != leader)
                .map(node -> kafka.node(node.id()))
                .toList();
    }

    /** Waits until exactly these brokers are in sync. */
    public void awaitIsr(TopicPartition partition, Set<Integer> brokers) {
        await("ISR of " + partition)
                .atMost(TIMEOUT)
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(ids(kafka.describe(partition))).isEqualTo(brokers));
    }

    /** Waits until every replica of every partition of a topic is in sync. */
    public void awaitFullIsr(String topic) {
        kafka.awaitFullIsr(topic);
    }

    /** Returns the bytes of a topic that each broker has sent to consumers since it started, by broker id. */
    public Map<Integer, Long> consumedBytes(String topic) {
        String pattern = "kafka.server:type=BrokerTopicMetrics,name=BytesOutPerSec,topic=" + topic;
        return kafka.brokers().stream()
                .filter(KafkaNode::isAlive)
                .collect(Collectors.toMap(
                        KafkaNode::id, broker -> (long) broker.metrics().read(pattern, "Count").values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum()));
    }

    /**
     * Returns the numbers of the fetcher threads in which followers replicate a topic, one for each follower of each
     * partition; those of WAL topics are negative.
     */
    public List<Integer> fetcherIds(String topic) {
        String pattern =
                "kafka.server:type=FetcherLagMetrics,name=ConsumerLag,clientId=*,topic=" + topic + ",partition=*";
        return kafka.brokers().stream()
                .filter(KafkaNode::isAlive)
                .flatMap(broker -> broker.metrics().read(pattern, "Value").keySet().stream())
                .map(FETCHER::matcher)
                .filter(Matcher::find)
                .map(matcher -> Integer.valueOf(matcher.group(1)))
                .toList();
    }

    /** Returns what the brokers have counted so far; take the difference of two. */
    public ReplicationTraffic traffic() {
        return ReplicationTraffic.of(kafka.brokers());
    }

    /**
     * Waits until all replicas of a topic are in sync, and fails unless they hold the same bytes and know the same
     * leader epochs. Nothing may be produced to the topic meanwhile.
     */
    public void assertReplicasIdentical(String topic) {
        List<LogComparison> comparisons = kafka.logFiles().compare(topic);
        assertThat(comparisons).isNotEmpty().allSatisfy(comparison -> {
            assertThat(comparison.identical()).as("%s", comparison).isTrue();
            assertThat(comparison.sizes()).hasSizeGreaterThan(1);
        });
        comparisons.forEach(comparison -> assertEpochsIdentical(comparison.partition()));
    }

    /**
     * Waits until all replicas know the same leader epochs; the files are written with a delay.
     *
     * <p>An epoch that has no records yet is left out: its leader alone knows it.
     */
    public void assertEpochsIdentical(TopicPartition partition) {
        await("leader epochs of " + partition).atMost(TIMEOUT).untilAsserted(() -> {
            long end = endOffset(partition);
            Map<Integer, List<EpochEntry>> epochs = kafka.describe(partition).replicas().stream()
                    .collect(Collectors.toMap(
                            node -> node.id(),
                            node -> kafka.logFiles().leaderEpochs(node.id(), partition).stream()
                                    .filter(epoch -> epoch.startOffset() < end)
                                    .toList()));
            assertThat(Set.copyOf(epochs.values())).as("%s", epochs).hasSize(1);
        });
    }

    private long endOffset(TopicPartition partition) {
        return AdminCalls.get(
                        "read the end offset: partition=" + partition,
                        admin().listOffsets(Map.of(partition, OffsetSpec.latest()))
                                .partitionResult(partition))
                .offset();
    }

    /** Returns the bytes of all segments that a broker holds of a partition. */
    public byte[] logBytes(int broker, TopicPartition partition) {
        Path directory = kafka.logFiles().directory(broker, partition);
        try (Stream<Path> files = Files.list(directory)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            for (Path segment : files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList()) {
                Files.copy(segment, bytes);
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read a replica's log: directory=" + directory, e);
        }
    }

    /** Ends the brokers and removes their data; what they logged stays. */
    @Override
    public void close() {
        kafka.close();
    }

    private static Set<Integer> ids(TopicPartitionInfo partition) {
        return partition.isr().stream().map(node -> node.id()).collect(Collectors.toSet());
    }
}
