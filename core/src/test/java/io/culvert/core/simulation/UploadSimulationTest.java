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

package io.culvert.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.api.StoragePrices;
import io.culvert.core.config.CatchupSource;
import io.culvert.core.config.UploadPolicy;
import io.culvert.core.simulation.FaultyStore.Mood;
import io.culvert.core.upload.UploadSettings;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The uploader, the store, followers and retention in virtual time, with elections, crashes, and a store that misbehaves,
 * judged by plain logs in memory: followers append nothing but the leader's bytes (I2, I3), nothing is deleted that a
 * follower may read (I5), records flow and replicas stay in sync whatever the store does (I7), and at rest the store is
 * empty.
 *
 * <p>Every failure names its seed: run it alone with {@code -Dculvert.simulation.seed=N}.
 */
final class UploadSimulationTest {

    private static final long RETENTION = 30 * World.SECOND;

    static LongStream seeds() {
        Long only = Long.getLong("culvert.simulation.seed");
        return only != null ? LongStream.of(only) : LongStream.range(0, Long.getLong("culvert.simulation.seeds", 200L));
    }

    @Test
    void everySeedKeepsEveryInvariant() {
        long references = 0;
        long records = 0;
        for (long seed : seeds().toArray()) {
            SimulatedCluster cluster = simulate(seed);
            references += cluster.referenceFetches();
            records += cluster.recordFetches();
        }
        assertThat(references).as("the object path was used").isPositive();
        assertThat(records).as("the wire was used").isPositive();
    }

    private static SimulatedCluster simulate(long seed) {
        World world = new World(seed);
        UploadSettings settings = settings(world);
        SimulatedCluster cluster =
                new SimulatedCluster(world, "culvert.simulation.seed=" + seed, world.between(1, 6), settings);
        try {
            cluster.start();
            cluster.partitions().forEach(partition -> producer(world, cluster, partition));
            boolean unclean = world.chance(0.1);
            troubles(world, cluster, unclean);
            world.runFor(world.between(10, 40) * World.SECOND);
            rest(world, cluster);
            cluster.checkNoViolation();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("culvert.simulation.seed=" + seed + " failed: " + e.getMessage(), e);
        }
        return cluster;
    }

    private static UploadSettings settings(World world) {
        StoragePrices dear = new StoragePrices(0.00000113, 0.00000003, 0.0032, 0.0006, 0.11);
        return settings(world, world.chance(0.7) ? StoragePrices.FREE : dear);
    }

    private static UploadSettings settings(World world, StoragePrices prices) {
        return new UploadSettings(
                false,
                world.chance(0.5) ? UploadPolicy.COST : UploadPolicy.LATENCY,
                world.between(0, 60) * World.MS,
                world.between(500, 8_000),
                world.between(1, 5),
                World.SECOND,
                world.chance(0.8) ? CatchupSource.STORE : CatchupSource.LEADER,
                RETENTION,
                prices,
                0.02);
    }

    /** Settings under which a good store is never the bottleneck. */
    private static UploadSettings ample(World world) {
        UploadSettings any = settings(world, StoragePrices.FREE);
        return new UploadSettings(
                false,
                any.policy(),
                any.lingerNanos(),
                64_000,
                4,
                any.fallbackNanos(),
                CatchupSource.STORE,
                any.retentionNanos(),
                any.prices(),
                any.crossZoneUsdPerGb());
    }

    private static void producer(World world, SimulatedCluster cluster, SimulatedPartition partition) {
        long pause = world.chance(0.02) ? world.msBetween(500, 6_000) : world.msBetween(1, 80);
        world.after(pause, () -> {
            if (!cluster.isAtRest()) {
                int bytes = world.chance(0.02) ? world.between(5_000, 12_000) : world.between(20, 600);
                cluster.produce(partition, world.between(1, 5), bytes);
                producer(world, cluster, partition);
            }
        });
    }

    /** One trouble after the other, until the cluster is at rest. */
    private static void troubles(World world, SimulatedCluster cluster, boolean unclean) {
        world.after(world.msBetween(200, 2_500), () -> {
            if (cluster.isAtRest()) {
                return;
            }
            SimulatedPartition partition = world.oneOf(List.copyOf(cluster.partitions()));
            int choice = world.between(0, 100);
            if (choice < 40) {
                cluster.store().mood(world.oneOf(List.of(Mood.values())));
                world.after(world.msBetween(100, 6_000), () -> cluster.store().mood(Mood.WELL));
            } else if (choice < 55) {
                cluster.electAny(partition);
            } else if (choice < 62) {
                if (partition.leader() >= 0) {
                    cluster.elect(partition, partition.leader(), true);
                }
            } else if (choice < 72) {
                crashAndRestart(world, cluster);
            } else if (choice < 78) {
                cluster.deleteRecords(partition);
            } else if (choice < 84) {
                cluster.switchTopic(partition, !partition.isWal());
            } else if (choice < 90) {
                pause(cluster, !cluster.settings().paused());
            } else if (unclean) {
                int leader = world.oneOf(List.of(1, 2, 3));
                if (cluster.broker(leader).isUp()) {
                    cluster.elect(partition, leader, leader == partition.leader());
                }
            }
            troubles(world, cluster, unclean);
        });
    }

    private static void crashAndRestart(World world, SimulatedCluster cluster) {
        int broker = world.between(1, 4);
        if (cluster.liveBrokers().size() == 3) {
            cluster.crashBroker(broker);
            world.after(world.msBetween(200, 8_000), () -> {
                if (!cluster.broker(broker).isUp()) {
                    cluster.startBroker(broker);
                }
            });
        }
    }

    private static void pause(SimulatedCluster cluster, boolean paused) {
        UploadSettings now = cluster.settings();
        cluster.settings(new UploadSettings(
                paused,
                now.policy(),
                now.lingerNanos(),
                now.maxObjectBytes(),
                now.maxInflight(),
                now.fallbackNanos(),
                now.catchupSource(),
                now.retentionNanos(),
                now.prices(),
                now.crossZoneUsdPerGb()));
    }

    /** Everything is well again, nothing is produced any more, perhaps a broker has died for good. */
    private static void rest(World world, SimulatedCluster cluster) {
        cluster.beAtRest();
        cluster.store().mood(Mood.WELL);
        pause(cluster, false);
        world.runFor(15 * World.SECOND);
        if (world.chance(0.2)) {
            cluster.crashBroker(world.between(1, 4));
        }
        world.runFor(20 * World.SECOND);
        cluster.checkLogsEqual();
        long before = cluster.rounds();
        world.runFor(600 * World.SECOND);
        assertThat(cluster.rounds() - before)
                .as("rounds of three uploaders in ten minutes at rest: retention and a sweep now and then")
                .isLessThan(3_000);
        cluster.checkLogsEqual();
        assertThat(cluster.store().objects()).as("nothing is left in the store").isEmpty();
    }

    private static final long FALLBACK_MS = 1_000;
    /** A fetch over the wire: the request, the answer, and once more for what one answer does not hold. */
    private static final long ONE_FETCH_MS = 4 * 3;
    /** The deadline of a GET begins when the answer with the reference has arrived, and is counted in whole milliseconds. */
    private static final long ANSWER_MS = 3 + 1;

    /** A record goes over the wire when it is three quarters of the fallback time old, or once its GET has used up the rest. */
    private static final long LONGEST_MS = FALLBACK_MS + ANSWER_MS + ONE_FETCH_MS;

    /** The store is in trouble, for uploads and reads alike. */
    @ParameterizedTest
    @EnumSource(names = {"FAILING", "HANGING", "SLOW", "FLAKY"})
    void recordsFlowOverTheWireWithinTheFallbackTimeOfAStoreFault(Mood mood) {
        for (long seed = 0; seed < 20; seed++) {
            World world = new World(seed);
            SimulatedCluster cluster = new SimulatedCluster(world, mood + " seed=" + seed, 4, ample(world));
            cluster.start();
            cluster.partitions().forEach(partition -> producer(world, cluster, partition));
            world.runFor(5 * World.SECOND);
            assertThat(cluster.slowestNanos()).as("with a good store").isLessThan(500 * World.MS);
            cluster.forgetSlowest();

            cluster.store().mood(mood);
            world.runFor(20 * World.SECOND);

            assertThat(cluster.slowestNanos() / World.MS)
                    .as(mood + " seed=" + seed)
                    .isLessThanOrEqualTo(LONGEST_MS);
            cluster.store().mood(Mood.WELL);
            world.runFor(70 * World.SECOND);
            cluster.forgetSlowest();
            long records = cluster.recordFetches();
            world.runFor(5 * World.SECOND);
            cluster.checkNoViolation();
            assertThat(cluster.recordFetches())
                    .as("it comes back by itself: " + seed)
                    .isEqualTo(records);
        }
    }
}
