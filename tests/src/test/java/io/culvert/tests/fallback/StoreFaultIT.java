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

import io.culvert.cluster.KafkaNode;
import io.culvert.tests.faults.FaultyStore;
import io.culvert.tests.faults.StoreFault;
import io.culvert.tests.faults.StoreOperation;
import io.culvert.tests.faults.StoreVolume;
import io.culvert.tests.load.BrokerActivity;
import io.culvert.tests.load.Latencies;
import io.culvert.tests.load.ReplicationPath;
import io.culvert.tests.load.SteadyLoad;
import io.culvert.tests.support.WalCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A store that fails costs a WAL topic a second once, and nobody anything else (I7). */
final class StoreFaultIT {

    private static final Logger LOG = LoggerFactory.getLogger(StoreFaultIT.class);
    private static final Path WORK = Path.of("target", "it", "store-faults").toAbsolutePath();

    private static final long FALLBACK_MS = 1_000;

    /** Shorter than a trouble lasts: a follower that the store holds up would leave the ISR. */
    private static final long LAG_MS = 3_000;

    /**
     * How much slower than undisturbed the slowest record may be: those of one connection are served one after the other,
     * and the machine may be busy.
     */
    private static final Duration MARGIN = Duration.ofMillis(FALLBACK_MS + 1_000);

    /** How much slower than undisturbed half of the records may be once the wire has taken over. */
    private static final Duration NEARLY_NORMAL = Duration.ofMillis(100);

    /** What a follower thread that waits 5 ms for each answer would reach, and some more. */
    private static final double MOST_FETCHES_PER_SECOND = 300;

    /** The back-off of the third trouble in a row on one broker, and what it takes to notice. */
    private static final Duration BACK_SOON = Duration.ofSeconds(40);

    private static final int WAL_PARTITIONS = 6;
    private static final int CLASSIC_PARTITIONS = 3;
    private static final int WAL_BYTES = 4_000;
    private static final int WAL_PER_SECOND = 150;
    private static final int CLASSIC_BYTES = 50;
    private static final int CLASSIC_PER_SECOND = 50;

    /** A quarter of what followers append in a window. */
    private static final long LEAST_APPENDED = WAL_BYTES * WAL_PER_SECOND / 2;

    private static FaultyStore store;
    private static StoreVolume volume;
    private static WalCluster cluster;

    @BeforeAll
    static void startCluster() {
        store = FaultyStore.in(WORK.resolve("plug-in"));
        volume = new StoreVolume(WORK.resolve("volume"), 128, store);
        cluster = WalCluster.builder("store-faults")
                .store(volume.root())
                .property("remote.wal.fallback.ms", Long.toString(FALLBACK_MS))
                .property("replica.lag.time.max.ms", Long.toString(LAG_MS))
                .with(builder -> store.install(builder, 3))
                .start();
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
        volume.close();
    }

    @AfterEach
    void endTrouble() {
        volume.restore();
    }

    @Test
    void brokersLoadThePlugInApartFromTheirOwnClasses() {
        assertThat(cluster.kafka().brokers()).allMatch(FaultyStore::isLoadedApart);
    }

    @ParameterizedTest
    @MethodSource("io.culvert.tests.fallback.StoreTrouble#all")
    void recordsGoOverTheWireAndComeBackByThemselves(StoreTrouble trouble) {
        try (Loads loads = new Loads(trouble.name())) {
            int walStart = loads.wal.mark();
            int classicStart = loads.classic.mark();
            BrokerActivity start = BrokerActivity.of(cluster.kafka());
            loads.wal.awaitAcknowledged(2 * WAL_PER_SECOND);
            BrokerActivity undisturbed = BrokerActivity.of(cluster.kafka()).since(start);
            Latencies usualWal = loads.wal.latenciesSince(walStart);
            Latencies usualClassic = loads.classic.latenciesSince(classicStart);
            long[] befallen = befallen(trouble);

            int walBefore = loads.wal.mark();
            int classicBefore = loads.classic.mark();
            BrokerActivity before = BrokerActivity.of(cluster.kafka());
            trouble.begin(store, volume);
            loads.wal.awaitAcknowledged(WAL_PER_SECOND);
            int settled = loads.wal.mark();
            if (trouble.everywhere()) {
                ReplicationPath.awaitOverTheWire(cluster, LEAST_APPENDED, Duration.ofSeconds(5));
            }
            loads.wal.awaitAcknowledged(3 * WAL_PER_SECOND);
            BrokerActivity during = BrokerActivity.of(cluster.kafka()).since(before);
            Latencies all = loads.wal.latenciesSince(walBefore);
            Latencies late = loads.wal.latenciesSince(settled);
            Latencies classic = loads.classic.latenciesSince(classicBefore);

            String seen = "%s: usually %s, wal %s, classic %s; in trouble %s, wal %s, later %s, classic %s"
                    .formatted(trouble, undisturbed, usualWal, usualClassic, during, all, late, classic);
            LOG.info(seen);
            assertThat(befallen(trouble)).as("calls that went wrong").satisfies(now -> {
                for (int i = 0; i < now.length; i++) {
                    assertThat(now[i]).isGreaterThan(befallen[i]);
                }
            });
            assertThat(all.max()).as(seen).isLessThan(usualWal.max().plus(MARGIN));
            assertThat(late.percentile(50))
                    .as(seen)
                    .isLessThan(usualWal.percentile(50).multipliedBy(2).plus(NEARLY_NORMAL));
            assertThat(classic.percentile(95))
                    .as(seen)
                    .isLessThan(usualClassic.percentile(95).multipliedBy(2).plus(NEARLY_NORMAL));
            assertQuiet(during, undisturbed);

            volume.restore();
            ReplicationPath.awaitThroughTheStore(cluster, LEAST_APPENDED, BACK_SOON);
            LOG.info(
                    "{}: through the store again: {}",
                    trouble,
                    BrokerActivity.of(cluster.kafka()).since(before));
            assertThat(BrokerActivity.of(cluster.kafka()).since(before).isrShrinks())
                    .as("ISR shrinks until all is well again")
                    .isZero();
            loads.assertNothingLost();
        }
    }

    @Test
    void aLeaderThatIsKilledWhileTheStoreHangsLosesNothing() {
        try (Loads loads = new Loads("killed-leader")) {
            store.inject(StoreFault.blackHole());
            loads.wal.awaitAcknowledged(WAL_PER_SECOND);
            KafkaNode killed = cluster.leaderOf(new TopicPartition(loads.walTopic, 0));
            killed.kill();
            loads.wal.awaitAcknowledged(2 * WAL_PER_SECOND);
            killed.start();
            cluster.awaitFullIsr(loads.walTopic);

            store.clear();
            ReplicationPath.awaitThroughTheStore(cluster, LEAST_APPENDED, BACK_SOON);
            loads.assertNothingLost();
        }
    }

    @Test
    void aBrokerStartsWhileTheStoreIsAwayAndUsesItWhenItIsBack() {
        try (Loads loads = new Loads("started-without")) {
            KafkaNode restarted = cluster.leaderOf(new TopicPartition(loads.walTopic, 0));
            restarted.stop();
            store.inject(StoreFault.blackHole().stream()
                    .map(fault -> fault.atNode(restarted.id()))
                    .toList());
            volume.takeAway();
            restarted.start();
            cluster.awaitFullIsr(loads.walTopic);
            ReplicationPath.awaitOverTheWire(cluster, LEAST_APPENDED, Duration.ofSeconds(10));

            volume.restore();

            ReplicationPath.awaitThroughTheStore(cluster, LEAST_APPENDED, BACK_SOON);
            assertThat(FaultyStore.done(restarted, StoreOperation.GET)).isPositive();
            loads.assertNothingLost();
        }
    }

    private static void assertQuiet(BrokerActivity during, BrokerActivity undisturbed) {
        assertThat(during.isrShrinks()).as("%s", during).isZero();
        assertThat(during.mostFetchesPerSecond()).as("%s", during).isLessThan(MOST_FETCHES_PER_SECOND);
        assertThat(during.mostProcessors())
                .as("undisturbed: %s, during: %s", undisturbed, during)
                .isLessThan(2 * undisturbed.mostProcessors() + 0.3);
    }

    private static long[] befallen(StoreTrouble trouble) {
        return trouble.befallenNodes().stream()
                .sorted()
                .map(cluster.kafka()::node)
                .mapToLong(node ->
                        FaultyStore.befallen(node, StoreOperation.PUT) + FaultyStore.befallen(node, StoreOperation.GET))
                .toArray();
    }

    /** A WAL topic and a classic topic of their own, both under load, the WAL topic replicated through the store. */
    private static final class Loads implements AutoCloseable {

        private final String walTopic;
        private final String classicTopic;
        private final SteadyLoad wal;
        private final SteadyLoad classic;

        Loads(String name) {
            walTopic = "wal-" + name;
            classicTopic = "classic-" + name;
            cluster.createWalTopic(walTopic, WAL_PARTITIONS, Map.of());
            cluster.createTopic(classicTopic, CLASSIC_PARTITIONS, Map.of());
            wal = SteadyLoad.start(cluster.kafka(), walTopic, WAL_PARTITIONS, WAL_BYTES, WAL_PER_SECOND);
            classic = SteadyLoad.start(
                    cluster.kafka(), classicTopic, CLASSIC_PARTITIONS, CLASSIC_BYTES, CLASSIC_PER_SECOND);
            ReplicationPath.awaitThroughTheStore(cluster, LEAST_APPENDED, BACK_SOON);
        }

        void assertNothingLost() {
            wal.finish();
            classic.finish();
            wal.assertNothingLost(cluster.reader());
            classic.assertNothingLost(cluster.reader());
            cluster.assertReplicasIdentical(walTopic);
            cluster.assertReplicasIdentical(classicTopic);
        }

        @Override
        public void close() {
            wal.close();
            classic.close();
        }
    }
}
