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
import io.culvert.cluster.KafkaDistribution;
import io.culvert.cluster.load.Acks;
import io.culvert.cluster.load.Ledger;
import io.culvert.cluster.load.NumberedRecords;
import io.culvert.cluster.load.TopicWriter;
import io.culvert.cluster.load.Traffic;
import io.culvert.cluster.load.TrafficMeter;
import io.culvert.core.time.Ticker;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * A WAL topic beside its plain twin on the same brokers, which take turns: bytes between brokers, latency and
 * throughput.
 */
final class ReplicationScenario {

    static final String NAME = "replication";

    private static final int PARTITIONS = 12;
    private static final int RECORD_BYTES = 1_000;
    private static final int LATENCY_RATE = 2_000;
    private static final int STEADY_RATE = 10_000;
    private static final int WARM_UP_RECORDS = 100_000;

    private final BenchmarkOptions options;
    private final PrintStream progress;

    ReplicationScenario(BenchmarkOptions options, PrintStream progress) {
        this.options = options;
        this.progress = progress;
    }

    List<Figure> run(Path directory) {
        try (KafkaCluster cluster = KafkaCluster.builder(KafkaDistribution.of(options.kafkaVersion()), directory)
                .zones(List.of("zone-a", "zone-b", "zone-c"))
                .culvert(directory.resolve("store").toAbsolutePath())
                .start()) {
            Side culvert = new Side(cluster, "bench-wal", Map.of("remote.wal.enable", "true"));
            Side plain = new Side(cluster, "bench-plain", Map.of());
            List<Side> sides = List.of(plain, culvert);
            sides.forEach(Side::warmUp);
            for (int round = 0; round < options.rounds(); round++) {
                progress.println("replication: round " + (round + 1) + " of " + options.rounds());
                List<Side> turns = round % 2 == 0 ? sides : List.of(culvert, plain);
                turns.forEach(side -> side.measureLatency(Acks.ONE, side.acks1));
                turns.forEach(side -> side.measureLatency(Acks.ALL, side.acksAll));
                turns.forEach(Side::measureSteady);
                turns.forEach(Side::measureBulk);
            }
            cluster.discardLogsOnClose();
            return figures(culvert, plain);
        }
    }

    private static List<Figure> figures(Side culvert, Side plain) {
        List<Figure> figures = new ArrayList<>();
        figures.add(bytes("bytes between brokers, 10 MB/s", culvert.steady, plain.steady, 2));
        figures.add(bytes("bytes between brokers, bulk", culvert.bulk, plain.bulk, 1));
        figures.add(latency("acks=1 p50, ms", culvert.acks1, plain.acks1, 50, 1.10));
        figures.add(latency("acks=1 p99, ms", culvert.acks1, plain.acks1, 99, Double.NaN));
        figures.add(latency("acks=all p50, ms", culvert.acksAll, plain.acksAll, 50, Double.NaN));
        figures.add(latency("acks=all p99, ms", culvert.acksAll, plain.acksAll, 99, Double.NaN));
        double ratio = culvert.bulkRate() / plain.bulkRate();
        figures.add(new Figure(
                "acks=all bulk, records/s",
                "%,.0f".formatted(culvert.bulkRate()),
                "%,.0f".formatted(plain.bulkRate()),
                "%.2f x".formatted(ratio),
                ">= 0.85 x",
                ratio >= 0.85));
        figures.add(new Figure(
                "bulk: brokers' CPU, s/GB",
                "%.1f".formatted(culvert.bulkCpuSecondsPerGb()),
                "%.1f".formatted(plain.bulkCpuSecondsPerGb()),
                "%.2f x".formatted(culvert.bulkCpuSecondsPerGb() / plain.bulkCpuSecondsPerGb()),
                "-",
                true));
        figures.add(wire("10 MB/s: records over the wire", culvert.steady));
        figures.add(wire("bulk: records over the wire", culvert.bulk));
        return figures;
    }

    private static Figure bytes(String name, Traffic culvert, Traffic plain, double mostPercent) {
        double percent = 100.0 * culvert.crossZoneBytes() / plain.crossZoneBytes();
        return new Figure(
                name,
                megabytes(culvert.crossZoneBytes()),
                megabytes(plain.crossZoneBytes()),
                "%.2f %%".formatted(percent),
                "<= %.0f %%".formatted(mostPercent),
                percent <= mostPercent);
    }

    private static Figure latency(String name, Histogram culvert, Histogram plain, double percentile, double most) {
        double ours = culvert.getValueAtPercentile(percentile) / 1000.0;
        double theirs = plain.getValueAtPercentile(percentile) / 1000.0;
        double ratio = ours / theirs;
        boolean wanted = !Double.isNaN(most);
        return new Figure(
                name,
                "%.1f".formatted(ours),
                "%.1f".formatted(theirs),
                "%.2f x".formatted(ratio),
                wanted ? "<= %.2f x".formatted(most) : "-",
                !wanted || ratio <= most);
    }

    private static Figure wire(String name, Traffic culvert) {
        return new Figure(name, megabytes(culvert.fallbackBytes()), "all", culvert.puts() + " PUTs", "-", true);
    }

    private static String megabytes(long bytes) {
        return "%,.2f MB".formatted(bytes / 1e6);
    }

    /** One of the two topics. */
    private final class Side {

        private final KafkaCluster cluster;
        private final String topic;
        private final TopicWriter writer;
        private final TrafficMeter meter;
        private final Histogram acks1 = new Histogram(3);
        private final Histogram acksAll = new Histogram(3);
        private Traffic steady = Traffic.NONE;
        private Traffic bulk = Traffic.NONE;
        private long bulkNanos;
        private long bulkCpuNanos;
        private long bulkRecords;

        private Side(KafkaCluster cluster, String topic, Map<String, String> configs) {
            this.cluster = cluster;
            this.topic = topic;
            cluster.createTopic(topic, PARTITIONS, 3, configs);
            this.meter = new TrafficMeter(cluster);
            this.writer = new TopicWriter(
                    topic,
                    cluster.bootstrapServers(),
                    new NumberedRecords(RECORD_BYTES),
                    new Ledger(),
                    Ticker.system());
        }

        private void warmUp() {
            progress.println("replication: warming up " + topic);
            writer.writeAll(Acks.ALL, WARM_UP_RECORDS);
            writer.writePaced(Acks.ONE, 5 * LATENCY_RATE, LATENCY_RATE);
        }

        private void measureLatency(Acks acks, Histogram latencies) {
            latencies.add(writer.writePaced(acks, options.seconds() * LATENCY_RATE, LATENCY_RATE));
        }

        private void measureSteady() {
            Traffic before = meter.now();
            writer.writePaced(Acks.ONE, options.seconds() * STEADY_RATE, STEADY_RATE);
            steady = steady.plus(meter.since(before, topic));
        }

        private void measureBulk() {
            progress.println("replication: bulk on " + topic);
            Traffic before = meter.now();
            long cpuBefore = cpuNanos();
            bulkNanos += writer.writeAll(Acks.ALL, options.bulkRecords());
            bulkRecords += options.bulkRecords();
            bulk = bulk.plus(meter.since(before, topic));
            bulkCpuNanos += cpuNanos() - cpuBefore;
        }

        private long cpuNanos() {
            return cluster.brokers().stream()
                    .mapToLong(broker -> broker.metrics().cpuTime().toNanos())
                    .sum();
        }

        private double bulkCpuSecondsPerGb() {
            return bulkCpuNanos / ((double) bulkRecords * RECORD_BYTES);
        }

        private double bulkRate() {
            return bulkRecords / (bulkNanos / 1e9);
        }
    }
}
