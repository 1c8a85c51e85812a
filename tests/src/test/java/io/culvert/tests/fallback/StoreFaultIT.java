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
import io.culvert.tests.load.PreferredLeaders;
import io.culvert.tests.load.ReplicationPath;
import io.culvert.tests.load.SteadyLoad;
import io.culvert.tests.support.WalCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
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

    private static final String WAL = "wal";
    private static final String CLASSIC = "classic";
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
    private static SteadyLoad wal;
    private static SteadyLoad classic;

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
        cluster.createWalTopic(WAL, WAL_PARTITIONS, Map.of());
        cluster.createTopic(CLASSIC, CLASSIC_PARTITIONS, Map.of());
        wal = SteadyLoad.start(cluster.kafka(), WAL, WAL_PARTITIONS, WAL_BYTES, WAL_PER_SECOND);
        classic = SteadyLoad.start(cluster.kafka(), CLASSIC, CLASSIC_PARTITIONS, CLASSIC_BYTES, CLASSIC_PER_SECOND);
    }

    /** What was written in all troubles is looked at once, when they are over. */
    @AfterAll
    static void assertNothingLost() {
        try {
            if (classic != null) {
                assertNothingLost(wal, WAL);
                assertNothingLost(classic, CLASSIC);
            }
        } finally {
            Stream.of(wal, classic).filter(Objects::nonNull).forEach(SteadyLoad::close);
            if (cluster != null) {
                cluster.close();
            }
            volume.close();
        }
    }

    private static void assertNothingLost(SteadyLoad load, String topic) {
        load.finish();
        load.assertNothingLost(cluster.reader());
        cluster.assertReplicasIdentical(topic);
    }

    @BeforeEach
    void awaitStore() {
        ReplicationPath.awaitThroughTheStore(cluster, LEAST_APPENDED, BACK_SOON);
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
        int walStart = wal.mark();
        int classicStart = classic.mark();
        BrokerActivity start = BrokerActivity.of(cluster.kafka());
        wal.awaitAcknowledged(2 * WAL_PER_SECOND);
        BrokerActivity undisturbed = BrokerActivity.of(cluster.kafka()).since(start);
        Latencies usualWal = wal.latenciesSince(walStart);
        Latencies usualClassic = classic.latenciesSince(classicStart);
        long[] befallen = befallen(trouble);

        int walBefore = wal.mark();
        int classicBefore = classic.mark();
        BrokerActivity before = BrokerActivity.of(cluster.kafka());
        trouble.begin(store, volume);
        wal.awaitAcknowledged(WAL_PER_SECOND);
        int settled = wal.mark();
        if (trouble.everywhere()) {
            ReplicationPath.awaitOverTheWire(cluster, LEAST_APPENDED, Duration.ofSeconds(5));
        }
        wal.awaitAcknowledged(3 * WAL_PER_SECOND);
        BrokerActivity during = BrokerActivity.of(cluster.kafka()).since(before);
        Latencies all = wal.latenciesSince(walBefore);
        Latencies late = wal.latenciesSince(settled);
        Latencies others = classic.latenciesSince(classicBefore);

        String seen = "%s: usually %s, wal %s, classic %s; in trouble %s, wal %s, later %s, classic %s"
                .formatted(trouble, undisturbed, usualWal, usualClassic, during, all, late, others);
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
        assertThat(others.percentile(95))
                .as(seen)
                .isLessThan(usualClassic.percentile(95).multipliedBy(2).plus(NEARLY_NORMAL));
        assertQuiet(during, undisturbed);

        volume.restore();
        ReplicationPath.awaitThroughTheStore(cluster, LEAST_APPENDED, BACK_SOON);
        BrokerActivity untilBack = BrokerActivity.of(cluster.kafka()).since(before);
        LOG.info("{}: through the store again: {}", trouble, untilBack);
        assertThat(untilBack.isrShrinks())
                .as("ISR shrinks until all is well again")
                .isZero();
    }

    @Test
    void aLeaderThatIsKilledWhileTheStoreHangsLosesNothing() {
        store.inject(StoreFault.blackHole());
        wal.awaitAcknowledged(WAL_PER_SECOND);
        KafkaNode killed = cluster.leaderOf(new TopicPartition(WAL, 0));
        killed.kill();
        wal.awaitAcknowledged(2 * WAL_PER_SECOND);
        killed.start();
        cluster.awaitFullIsr(WAL);
        PreferredLeaders.elect(cluster, WAL);

        store.clear();
        ReplicationPath.awaitThroughTheStore(cluster, LEAST_APPENDED, BACK_SOON);
    }

    @Test
    void aBrokerStartsWhileTheStoreIsAwayAndUsesItWhenItIsBack() {
        KafkaNode restarted = cluster.leaderOf(new TopicPartition(WAL, 0));
        restarted.stop();
        store.inject(StoreFault.blackHole().stream()
                .map(fault -> fault.atNode(restarted.id()))
                .toList());
        volume.takeAway();
        restarted.start();
        cluster.awaitFullIsr(WAL);
        ReplicationPath.awaitOverTheWire(cluster, LEAST_APPENDED, Duration.ofSeconds(10));

        volume.restore();
        PreferredLeaders.elect(cluster, WAL);

        ReplicationPath.awaitThroughTheStore(cluster, LEAST_APPENDED, BACK_SOON);
        assertThat(FaultyStore.done(restarted, StoreOperation.GET)).isPositive();
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
}
