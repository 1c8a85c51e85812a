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

package io.culvert.benchmarks;

import io.culvert.cluster.KafkaCluster;
import io.culvert.cluster.KafkaClusterBuilder;
import io.culvert.cluster.KafkaDistribution;
import io.culvert.cluster.KafkaNode;
import io.culvert.cluster.Polling;
import io.culvert.cluster.load.Acks;
import io.culvert.cluster.load.Ledger;
import io.culvert.cluster.load.NumberedRecords;
import io.culvert.cluster.load.TopicWriter;
import io.culvert.core.time.Ticker;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Two thousand partitions on every broker, with Culvert and on a stock cluster beside it: what they cost while
 * they are idle, and what heap they need once all are written to.
 */
final class PartitionsScenario {

    static final String NAME = "partitions";

    private static final String TOPIC = "bench-partitions";
    private static final int PARTITIONS = 2_000;
    private static final int RECORD_BYTES = 200;
    private static final int RATE = 4_000;
    private static final Duration CREATION_TIMEOUT = Duration.ofMinutes(10);
    private static final Duration SETTLE_TIME = Duration.ofSeconds(20);
    private static final double MOST_CPU_PERCENT = 2;
    private static final double MOST_HEAP_MEGABYTES = 64;

    private final BenchmarkOptions options;
    private final PrintStream progress;

    PartitionsScenario(BenchmarkOptions options, PrintStream progress) {
        this.options = options;
        this.progress = progress;
    }

    List<Figure> run(Path directory) {
        try (KafkaCluster stock = builder(directory.resolve("stock")).start();
                KafkaCluster culvert = builder(directory.resolve("culvert"))
                        .culvert(directory.resolve("store").toAbsolutePath())
                        .start()) {
            progress.println("partitions: creating " + PARTITIONS + " on either cluster");
            create(stock, Map.of());
            create(culvert, Map.of("remote.wal.enable", "true"));
            Polling.pass(SETTLE_TIME);
            List<Figure> figures = List.of(idle(culvert, stock), heap(culvert, stock));
            stock.discardLogsOnClose();
            culvert.discardLogsOnClose();
            return figures;
        }
    }

    private KafkaClusterBuilder builder(Path directory) {
        return KafkaCluster.builder(KafkaDistribution.of(options.kafkaVersion()), directory)
                .zones(List.of("zone-a", "zone-b", "zone-c"))
                .heap("1g");
    }

    private static void create(KafkaCluster cluster, Map<String, String> configs) {
        NewTopic topic = new NewTopic(TOPIC, Optional.of(PARTITIONS), Optional.of((short) 3)).configs(configs);
        try {
            cluster.admin().createTopics(List.of(topic)).all().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while creating a topic", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot create a topic", e.getCause());
        }
        cluster.awaitFullIsr(TOPIC, CREATION_TIMEOUT);
    }

    /** Both clusters are idle at the same time, so that both see the same machine. */
    private Figure idle(KafkaCluster culvert, KafkaCluster stock) {
        List<Double> ours = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            progress.println("partitions: idle, round " + (round + 1) + " of " + options.rounds());
            long start = Ticker.system().nanos();
            long culvertBefore = cpuNanos(culvert);
            long stockBefore = cpuNanos(stock);
            Polling.pass(Duration.ofSeconds(2L * options.seconds()));
            double window = Ticker.system().nanos() - start;
            ours.add(100
                    * (cpuNanos(culvert) - culvertBefore)
                    / window
                    / culvert.brokers().size());
            theirs.add(100
                    * (cpuNanos(stock) - stockBefore)
                    / window
                    / stock.brokers().size());
        }
        double beyond = median(ours) - median(theirs);
        return new Figure(
                "2,000 idle partitions, % of a core",
                "%.2f".formatted(median(ours)),
                "%.2f".formatted(median(theirs)),
                "%+.2f".formatted(beyond),
                "< +%.0f".formatted(MOST_CPU_PERCENT),
                beyond < MOST_CPU_PERCENT);
    }

    private Figure heap(KafkaCluster culvert, KafkaCluster stock) {
        TopicWriter culvertWriter = writer(culvert);
        TopicWriter stockWriter = writer(stock);
        List<Double> ours = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            progress.println("partitions: active, round " + (round + 1) + " of " + options.rounds());
            theirs.add(liveMegabytes(stock, stockWriter));
            ours.add(liveMegabytes(culvert, culvertWriter));
        }
        double beyond = median(ours) - median(theirs);
        return new Figure(
                "2,000 active partitions, MB of heap",
                "%.1f".formatted(median(ours)),
                "%.1f".formatted(median(theirs)),
                "%+.1f".formatted(beyond),
                "< +%.0f".formatted(MOST_HEAP_MEGABYTES),
                beyond < MOST_HEAP_MEGABYTES);
    }

    /** Writes to all partitions, and returns what the fullest broker's heap then holds. */
    private double liveMegabytes(KafkaCluster cluster, TopicWriter writer) {
        writer.writePaced(Acks.ONE, options.seconds() * RATE, RATE);
        return brokers(cluster, broker -> broker.metrics().liveHeapBytes())
                        .max()
                        .orElseThrow()
                / 1e6;
    }

    private static TopicWriter writer(KafkaCluster cluster) {
        return new TopicWriter(
                TOPIC, cluster.bootstrapServers(), new NumberedRecords(RECORD_BYTES), new Ledger(), Ticker.system());
    }

    private static long cpuNanos(KafkaCluster cluster) {
        return brokers(cluster, broker -> broker.metrics().cpuTime().toNanos()).sum();
    }

    private static LongStream brokers(KafkaCluster cluster, ToLongFunction<KafkaNode> value) {
        return cluster.brokers().stream().mapToLong(value);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
