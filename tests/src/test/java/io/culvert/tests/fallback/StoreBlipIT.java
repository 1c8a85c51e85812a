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

package io.culvert.tests.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.cluster.LogComparison;
import io.culvert.tests.faults.FailureKind;
import io.culvert.tests.faults.FaultyStore;
import io.culvert.tests.faults.StoreFault;
import io.culvert.tests.faults.StoreOperation;
import io.culvert.tests.load.BrokerActivity;
import io.culvert.tests.load.Latencies;
import io.culvert.tests.load.ReplicationPath;
import io.culvert.tests.load.SteadyLoad;
import io.culvert.tests.support.WalCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A store's blip arrives at every partition of a cluster at once: here at 2,000, each with three replicas. */
final class StoreBlipIT {

    private static final Logger LOG = LoggerFactory.getLogger(StoreBlipIT.class);
    private static final Path WORK = Path.of("target", "it", "store-blip").toAbsolutePath();

    private static final int WAL_PARTITIONS = 2_000;
    private static final int CLASSIC_PARTITIONS = 12;
    private static final int WAL_BYTES = 2_000;
    private static final int WAL_PER_SECOND = 150;
    private static final int CLASSIC_PER_SECOND = 50;
    private static final long LEAST_APPENDED = WAL_BYTES * WAL_PER_SECOND / 2;

    /**
     * An index entry every other record is a page fault in four thousand files, which a slow disk takes seconds for, with
     * or without Culvert.
     */
    private static final Map<String, String> FEW_INDEX_ENTRIES = Map.of("index.interval.bytes", "10485760");

    private static final long FALLBACK_MS = 1_000;
    private static final long LAG_MS = 5_000;
    private static final Duration MARGIN = Duration.ofMillis(FALLBACK_MS + 1_500);
    private static final Duration NEARLY_NORMAL = Duration.ofMillis(100);
    private static final double MOST_FETCHES_PER_SECOND = 300;
    private static final Duration BACK_SOON = Duration.ofSeconds(60);

    /** How the store fails on all brokers for a while. */
    private record Blip(String name, List<StoreFault> faults) {}

    private static final List<Blip> BLIPS = List.of(
            new Blip(
                    "slow",
                    List.of(
                            StoreFault.slow(StoreOperation.PUT, Duration.ofSeconds(3)),
                            StoreFault.slow(StoreOperation.GET, Duration.ofSeconds(3)))),
            new Blip(
                    "failing",
                    List.of(
                            StoreFault.failing(StoreOperation.PUT, FailureKind.RETRIABLE),
                            StoreFault.failing(StoreOperation.GET, FailureKind.RETRIABLE))),
            new Blip("hanging", StoreFault.blackHole()));

    @Test
    void aBlipUnderTwoThousandPartitionsIsHardlyNoticed() {
        FaultyStore store = FaultyStore.in(WORK.resolve("plug-in"));
        try (WalCluster cluster = WalCluster.builder("store-blip")
                .property("remote.wal.fallback.ms", Long.toString(FALLBACK_MS))
                .property("replica.lag.time.max.ms", Long.toString(LAG_MS))
                .with(builder -> builder.heap("1g"))
                .with(builder -> store.install(builder, 3))
                .start()) {
            cluster.createWalTopic("wal", WAL_PARTITIONS, FEW_INDEX_ENTRIES);
            cluster.createTopic("classic", CLASSIC_PARTITIONS, Map.of());
            try (SteadyLoad wal = SteadyLoad.start(cluster.kafka(), "wal", WAL_PARTITIONS, WAL_BYTES, WAL_PER_SECOND);
                    SteadyLoad classic =
                            SteadyLoad.start(cluster.kafka(), "classic", CLASSIC_PARTITIONS, 50, CLASSIC_PER_SECOND)) {
                ReplicationPath.awaitThroughTheStore(cluster, LEAST_APPENDED, BACK_SOON);
                BrokerActivity start = BrokerActivity.of(cluster.kafka());
                int walStart = wal.mark();
                int classicStart = classic.mark();
                wal.awaitAcknowledged(5 * WAL_PER_SECOND);
                BrokerActivity undisturbed = BrokerActivity.of(cluster.kafka()).since(start);
                Latencies usualWal = wal.latenciesSince(walStart);
                Latencies usualClassic = classic.latenciesSince(classicStart);

                for (Blip blip : BLIPS) {
                    BrokerActivity before = BrokerActivity.of(cluster.kafka());
                    int walMark = wal.mark();
                    int classicMark = classic.mark();
                    store.inject(blip.faults());
                    wal.awaitAcknowledged(3 * WAL_PER_SECOND);
                    int settled = wal.mark();
                    wal.awaitAcknowledged(5 * WAL_PER_SECOND);
                    BrokerActivity during = BrokerActivity.of(cluster.kafka()).since(before);
                    Latencies late = wal.latenciesSince(settled);
                    store.clear();
                    ReplicationPath.awaitThroughTheStore(cluster, LEAST_APPENDED, BACK_SOON);
                    wal.awaitAcknowledged(WAL_PER_SECOND);
                    BrokerActivity until = BrokerActivity.of(cluster.kafka()).since(before);
                    Latencies all = wal.latenciesSince(walMark);
                    Latencies others = classic.latenciesSince(classicMark);

                    String seen = ("%s: usually %s, wal %s, classic %s; in trouble %s, wal %s;"
                                    + " until it was over %s, wal %s, classic %s")
                            .formatted(
                                    blip.name(), undisturbed, usualWal, usualClassic, during, late, until, all, others);
                    LOG.info(seen);
                    assertThat(until.isrShrinks()).as(seen).isZero();
                    assertThat(until.mostFetchesPerSecond()).as(seen).isLessThan(MOST_FETCHES_PER_SECOND);
                    assertThat(until.mostProcessors()).as(seen).isLessThan(2 * undisturbed.mostProcessors() + 0.3);
                    assertThat(all.max()).as(seen).isLessThan(usualWal.max().plus(MARGIN));
                    assertThat(late.percentile(50))
                            .as(seen)
                            .isLessThan(usualWal.percentile(50).multipliedBy(2).plus(NEARLY_NORMAL));
                    assertThat(others.percentile(95))
                            .as(seen)
                            .isLessThan(
                                    usualClassic.percentile(95).multipliedBy(2).plus(NEARLY_NORMAL));
                }
                Stream.of(wal, classic).forEach(load -> {
                    load.finish();
                    load.assertNothingLost(cluster.reader());
                });
                cluster.assertReplicasIdentical("classic");
                for (int partition = 0; partition < WAL_PARTITIONS; partition++) {
                    LogComparison comparison =
                            cluster.kafka().logFiles().compare(new TopicPartition("wal", partition), Set.of(1, 2, 3));
                    assertThat(comparison.identical()).as("%s", comparison).isTrue();
                }
            }
        }
    }
}
