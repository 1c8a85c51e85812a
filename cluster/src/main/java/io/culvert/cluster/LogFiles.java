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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/**
 * Reads what the replicas of a partition hold on disk, while the brokers run or after they have ended.
 *
 * <p>While brokers run, what they hold is waited for to become equal: comparing makes sense when nothing is
 * produced to the partition.
 */
public final class LogFiles {

    private static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(30);

    private final KafkaCluster cluster;

    LogFiles(KafkaCluster cluster) {
        this.cluster = cluster;
    }

    /** Compares all partitions of a topic. */
    public List<LogComparison> compare(String topic) {
        return cluster.describe(topic).partitions().stream()
                .map(info -> compare(new TopicPartition(topic, info.partition())))
                .toList();
    }

    /**
     * Waits, for half a minute at most, until all replicas of a partition are in sync and hold equally many
     * bytes, and compares these.
     */
    public LogComparison compare(TopicPartition partition) {
        cluster.awaitFullIsr(partition.topic());
        return compare(partition, brokers(cluster.describe(partition)));
    }

    /** Waits until the replicas of every partition of a topic hold equally many bytes. */
    public void awaitEqual(String topic) {
        for (TopicPartitionInfo info : cluster.describe(topic).partitions()) {
            TopicPartition partition = new TopicPartition(topic, info.partition());
            Set<Integer> replicas = brokers(info);
            Polling.await("the replicas of " + partition, SETTLE_TIMEOUT, () -> areEqual(partition, replicas));
        }
    }

    /** Compares what these brokers hold of a partition, whether they run or not. */
    public LogComparison compare(TopicPartition partition, Set<Integer> brokers) {
        Polling.until(SETTLE_TIMEOUT, () -> areEqual(partition, brokers));
        Map<Integer, Long> sizes = sizes(partition, brokers);
        try {
            List<SegmentBytes> replicas = new ArrayList<>();
            for (int broker : brokers) {
                replicas.add(SegmentBytes.of(directory(broker, partition)));
            }
            for (SegmentBytes replica : replicas) {
                OptionalLong difference = replicas.get(0).firstDifference(replica);
                if (difference.isPresent()) {
                    return new LogComparison(partition, sizes, difference);
                }
            }
            return new LogComparison(partition, sizes, OptionalLong.empty());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot compare the replicas' logs: partition=" + partition, e);
        }
    }

    /** Returns the leader epochs that a broker knows of a partition, oldest first. */
    public List<EpochEntry> leaderEpochs(int broker, TopicPartition partition) {
        Path file = directory(broker, partition).resolve("leader-epoch-checkpoint");
        try {
            return Files.exists(file) ? parseEpochs(Files.readAllLines(file)) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read: file=" + file, e);
        }
    }

    /** Returns the folder in which a broker keeps a partition. */
    public Path directory(int broker, TopicPartition partition) {
        return cluster.node(broker).logDirectories().stream()
                .map(directory -> directory.resolve(partition.toString()))
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow(() -> new ClusterException(
                        "the broker has no such replica: broker=" + broker + " partition=" + partition));
    }

    /** The file is a version line, a line with the number of entries, and one "epoch offset" line for each. */
    static List<EpochEntry> parseEpochs(List<String> lines) {
        return lines.stream()
                .skip(2)
                .map(line -> line.split(" ", 2))
                .map(fields -> new EpochEntry(Integer.parseInt(fields[0]), Long.parseLong(fields[1])))
                .toList();
    }

    private static Set<Integer> brokers(TopicPartitionInfo info) {
        return info.replicas().stream().map(Node::id).collect(Collectors.toSet());
    }

    private boolean areEqual(TopicPartition partition, Set<Integer> brokers) {
        return Set.copyOf(sizes(partition, brokers).values()).size() == 1;
    }

    private Map<Integer, Long> sizes(TopicPartition partition, Set<Integer> brokers) {
        Map<Integer, Long> sizes = new TreeMap<>();
        for (int broker : brokers) {
            try {
                sizes.put(broker, SegmentBytes.of(directory(broker, partition)).size());
            } catch (NoSuchFileException e) {
                // A segment went while the folder was read: not settled yet.
                sizes.put(broker, -1L - broker);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read a replica's log: partition=" + partition, e);
            }
        }
        return sizes;
    }
}
