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

package io.culvert.cli.demo;

import io.culvert.cluster.KafkaCluster;
import io.culvert.cluster.LogComparison;
import io.culvert.cluster.Polling;
import io.culvert.cluster.load.Acks;
import io.culvert.cluster.load.Ledger;
import io.culvert.cluster.load.NumberedRecords;
import io.culvert.cluster.load.TopicWriter;
import io.culvert.cluster.load.Traffic;
import io.culvert.cluster.load.TrafficMeter;
import io.culvert.core.time.Ticker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The demo, from two empty topics to a verdict.
 *
 * <p>Only one topic is written to at a time, so that bytes between brokers are those of its replication; the
 * two take turns, so that neither has the warmer brokers.
 */
final class Demo {

    private static final int WARM_UP_RECORDS = 20_000;
    private static final int BYTES_PER_SECOND = 2_048_000;
    private static final int MAX_RECORDS_PER_SECOND = 2_000;
    /** Above this share the records did not go through the store. */
    private static final double MAX_CROSS_ZONE_SHARE = 0.1;

    private static final Duration SWEEP_TIMEOUT = DemoCluster.RETENTION.plusSeconds(30);

    private final DemoOptions options;
    private final KafkaCluster cluster;
    private final Path directory;
    private final Progress progress;
    private final TrafficMeter meter;
    private final TopicReader reader;
    private final IsrShrinks shrinks;
    private final TopicRun wal;
    private final TopicRun plain;

    Demo(DemoOptions options, KafkaCluster cluster, Path directory, Progress progress, Ticker ticker) {
        NumberedRecords records = new NumberedRecords(options.recordSize());
        this.options = options;
        this.cluster = cluster;
        this.directory = directory;
        this.progress = progress;
        this.meter = new TrafficMeter(cluster);
        this.reader = new TopicReader(cluster, records, ticker);
        this.shrinks = new IsrShrinks(cluster);
        this.wal = run(DemoTopic.WAL, cluster, records, ticker);
        this.plain = run(DemoTopic.PLAIN, cluster, records, ticker);
    }

    /**
     * What came out.
     *
     * @param result the figures
     * @param checks everything that had to hold
     * @param wal what was measured about the WAL topic
     * @param plain what was measured about its plain twin
     */
    record Outcome(DemoResult result, List<Check> checks, TopicRun wal, TopicRun plain) {}

    Outcome run() {
        createTopics();
        warmUp();
        measureLatency(Acks.ONE);
        measureLatency(Acks.ALL);
        measureBulk();
        Audited audited = audit(List.of(wal, plain));
        if (options.kill()) {
            new LeaderKill(cluster, shrinks, progress).run(wal);
            audited = audited.and(audit(List.of(wal)));
        }
        long leaked = countLeaks();
        return outcome(audited, leaked);
    }

    private static TopicRun run(DemoTopic topic, KafkaCluster cluster, NumberedRecords records, Ticker ticker) {
        Ledger ledger = new Ledger();
        return new TopicRun(
                topic, ledger, new TopicWriter(topic.topicName(), cluster.bootstrapServers(), records, ledger, ticker));
    }

    private void createTopics() {
        for (DemoTopic topic : DemoTopic.values()) {
            cluster.createTopic(
                    topic.topicName(), options.partitions(), DemoTopic.REPLICAS, topic.configs(options.agent()));
        }
        progress.say(
                "created %s and its twin %s: %d partitions, 3 replicas, min ISR 2",
                DemoTopic.WAL.topicName(), DemoTopic.PLAIN.topicName(), options.partitions());
    }

    private void warmUp() {
        int records = Math.min(WARM_UP_RECORDS, options.records());
        progress.say("warming up");
        for (TopicRun run : List.of(wal, plain)) {
            run.writer().writeAll(Acks.ALL, records);
            run.writer().writePaced(Acks.ONE, Math.max(1, records / 20), recordsPerSecond());
        }
    }

    private void measureLatency(Acks acks) {
        int records = Math.max(1, recordsPerSecond() * options.seconds() / 2);
        for (TopicRun run : turns()) {
            progress.say(
                    "%s: %,d records with acks=%s, %,d a second",
                    run.topic().topicName(), records, acks == Acks.ONE ? "1" : "all", recordsPerSecond());
            Traffic before = meter.now();
            run.latencies().of(acks).add(run.writer().writePaced(acks, records, recordsPerSecond()));
            run.addTraffic(meter.since(before, run.topic().topicName()), records);
        }
    }

    private void measureBulk() {
        int first = options.records() / 2;
        int second = options.records() - first;
        List<TopicRun> turns = turns();
        for (int turn = 0; turn < turns.size(); turn++) {
            TopicRun run = turns.get(turn);
            int records = turn < 2 ? first : second;
            if (records == 0) {
                continue;
            }
            progress.say("%s: %,d records at full speed", run.topic().topicName(), records);
            Traffic before = meter.now();
            run.addBulk(records, run.writer().writeAll(Acks.ALL, records));
            run.addTraffic(meter.since(before, run.topic().topicName()), records);
        }
    }

    /** Each topic twice, in an order that favours neither. */
    private List<TopicRun> turns() {
        return List.of(plain, wal, wal, plain);
    }

    private int recordsPerSecond() {
        return Math.max(1, Math.min(MAX_RECORDS_PER_SECOND, BYTES_PER_SECOND / options.recordSize()));
    }

    private Audited audit(List<TopicRun> runs) {
        Audited audited = Audited.NOTHING_YET;
        for (TopicRun run : runs) {
            String topic = run.topic().topicName();
            progress.say(
                    "%s: reading %,d records from leaders", topic, run.ledger().acknowledgedCount());
            Audit.Finding fromLeaders = reader.readFromLeaders(run.topic(), run.ledger());
            progress.say("%s: reading them from followers in other zones", topic);
            TopicReader.FollowerReading fromFollowers = reader.readFromFollowers(run.topic(), run.ledger());
            progress.say("%s: comparing the logs of all replicas", topic);
            boolean identical = cluster.logFiles().compare(topic).stream().allMatch(LogComparison::identical);
            audited = audited.with(new Audited(
                    fromLeaders.max(fromFollowers.finding()), fromFollowers.onlyFromFollowers(), identical));
        }
        return audited;
    }

    /**
     * What the audits found together.
     *
     * @param finding about the records
     * @param followersServed whether followers served all consumers in other zones
     * @param logsIdentical whether replicas held the same bytes
     */
    private record Audited(Audit.Finding finding, boolean followersServed, boolean logsIdentical) {

        static final Audited NOTHING_YET = new Audited(new Audit.Finding(0, 0, 0), true, true);

        /** Adds an audit of other records. */
        Audited with(Audited other) {
            return new Audited(
                    finding.plus(other.finding),
                    followersServed && other.followersServed,
                    logsIdentical && other.logsIdentical);
        }

        /** Adds a later audit of some of the same records. */
        Audited and(Audited later) {
            return new Audited(
                    finding.max(later.finding),
                    followersServed && later.followersServed,
                    logsIdentical && later.logsIdentical);
        }
    }

    private long countLeaks() {
        if (!options.agent()) {
            return 0;
        }
        progress.say("waiting until the store is empty");
        try (StoreListing store = new StoreListing(DemoCluster.store(directory))) {
            Polling.until(SWEEP_TIMEOUT, () -> store.objects() == 0);
            return store.objects();
        }
    }

    private Outcome outcome(Audited audited, long leaked) {
        Traffic walTraffic = wal.traffic();
        Traffic plainTraffic = plain.traffic();
        double share = (double) walTraffic.crossZoneBytes() / plainTraffic.crossZoneBytes();
        long shrunk = shrinks.count();
        Audit.Finding finding = audited.finding();
        List<Check> checks = new ArrayList<>();
        checks.add(new Check("no acknowledged record is missing", finding.missing() == 0));
        checks.add(new Check("no record is there twice", finding.duplicated() == 0));
        checks.add(new Check("nothing else is there", finding.wrong() == 0));
        checks.add(new Check(
                "every record was acknowledged",
                wal.ledger().failedCount() + plain.ledger().failedCount() == 0));
        checks.add(new Check("followers served the consumers in their zones", audited.followersServed()));
        checks.add(new Check("the logs of all replicas are identical", audited.logsIdentical()));
        checks.add(new Check("no ISR shrank but for the killed broker", shrunk == 0));
        checks.add(new Check("no object is left in the store", leaked == 0));
        checks.add(new Check("Culvert put objects and got them", walTraffic.puts() > 0 && walTraffic.gets() > 0));
        checks.add(new Check("the store carried the records, not the network", share <= MAX_CROSS_ZONE_SHARE));
        boolean passed = checks.stream().allMatch(Check::held);
        DemoResult result = new DemoResult(
                options.kafkaVersion(),
                new DemoResult.Records(
                        wal.ledger().acknowledgedCount() + plain.ledger().acknowledgedCount(),
                        finding.missing(),
                        finding.duplicated()),
                audited.logsIdentical(),
                shrunk,
                options.kill() ? 1 : 0,
                new DemoResult.Wal(
                        walTraffic.crossZoneBytes(),
                        walTraffic.puts(),
                        walTraffic.gets(),
                        walTraffic.putBytes(),
                        walTraffic.getBytes(),
                        walTraffic.fallbackBytes(),
                        leaked,
                        DemoResult.LatencyMs.of(wal.latencies())),
                new DemoResult.Plain(plainTraffic.crossZoneBytes(), DemoResult.LatencyMs.of(plain.latencies())),
                DemoResult.rounded(share, 5),
                new DemoResult.UsdPerGb(usdPerGb(wal), usdPerGb(plain)),
                passed ? DemoResult.PASS : DemoResult.FAIL);
        return new Outcome(result, checks, wal, plain);
    }

    private double usdPerGb(TopicRun run) {
        return DemoResult.rounded(
                Prices.S3_EXPRESS.perGb(run.traffic(), run.measuredRecords() * options.recordSize()), 5);
    }
}
