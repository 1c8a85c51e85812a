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

package io.culvert.core.fetch;

import static io.culvert.core.fetch.FetchFailure.CORRUPT;
import static io.culvert.core.fetch.FetchFailure.UNAVAILABLE;
import static io.culvert.core.fetch.SampleLogs.partition;
import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.core.format.FetchMark;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

final class WirePreferenceTest {

    private static final long FALLBACK_MS = 1_000;
    private static final List<TopicIdPartition> TWO = List.of(partition(0), partition(1));

    private final SimulatedStore clock = new SimulatedStore();
    private final Switches switches = new Switches();
    /** Always in the middle: waits are not spread. */
    private double chance = 0.5;

    private final WirePreference preference = new WirePreference(
            clock,
            () -> TimeUnit.MILLISECONDS.toNanos(FALLBACK_MS),
            new RandomGenerator() {
                @Override
                public long nextLong() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public double nextDouble() {
                    return chance;
                }
            },
            switches);

    private static final class Switches implements FollowerObserver {
        int toWire;
        int toObjects;
        int onWire;

        @Override
        public void movedToWire(int partitions) {
            toWire += partitions;
        }

        @Override
        public void movedToObjects(int partitions) {
            toObjects += partitions;
        }

        @Override
        public void wirePartitionsChanged(int delta) {
            onWire += delta;
        }
    }

    private Set<TopicIdPartition> wire(List<TopicIdPartition> asked) {
        return preference
                .mark(asked)
                .map(text -> FetchMark.parse(text).orElseThrow())
                .map(mark -> {
                    Set<TopicIdPartition> wire = new HashSet<>(asked);
                    wire.removeIf(partition -> !mark.wantsWire(partition.topicId(), partition.partition()));
                    return wire;
                })
                .orElse(new HashSet<>(asked));
    }

    private void fail(FetchFailure failure, TopicIdPartition... partitions) {
        for (TopicIdPartition partition : partitions) {
            preference.failed(partition, failure, "test");
        }
        preference.endRound();
    }

    private void succeed(TopicIdPartition partition) {
        preference.succeeded(partition);
        preference.endRound();
    }

    @Test
    void wantsReferencesForEverythingAtFirst() {
        assertThat(preference.mark(TWO)).isEqualTo(FetchMark.EVERYTHING.encode());
    }

    @Test
    void sendsAFailedPartitionOverTheWireAndNoOther() {
        fail(CORRUPT, partition(0));

        assertThat(wire(TWO)).containsExactly(partition(0));
        assertThat(switches.toWire).isEqualTo(1);
        assertThat(switches.onWire).isEqualTo(1);
    }

    @Test
    void sendsNoMarkWhenAllPartitionsAreOnTheWire() {
        fail(CORRUPT, partition(0), partition(1));

        assertThat(preference.mark(TWO)).isEmpty();
    }

    @Test
    void probesWhenTheWaitIsOverAndReturnsAfterASuccess() {
        fail(CORRUPT, partition(0));
        clock.advance(FALLBACK_MS - 1);
        assertThat(wire(TWO)).containsExactly(partition(0));
        clock.advance(1);
        assertThat(wire(TWO)).isEmpty();

        succeed(partition(0));

        assertThat(wire(TWO)).isEmpty();
        assertThat(switches.toObjects).isEqualTo(1);
        assertThat(switches.onWire).isZero();
    }

    @Test
    void doublesTheWaitWithEveryFailedProbeUpToAMinute() {
        fail(CORRUPT, partition(0));
        for (long waitMs : new long[] {1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000}) {
            clock.advance(waitMs - 1);
            assertThat(wire(TWO)).containsExactly(partition(0));
            clock.advance(1);
            assertThat(wire(TWO)).isEmpty();
            fail(CORRUPT, partition(0));
        }
        assertThat(switches.toWire).as("one switch however many probes fail").isEqualTo(1);
    }

    @Test
    void forgetsTheBackOffAfterASuccess() {
        fail(CORRUPT, partition(0));
        clock.advance(FALLBACK_MS);
        preference.mark(TWO);
        fail(CORRUPT, partition(0));
        clock.advance(2 * FALLBACK_MS);
        preference.mark(TWO);
        succeed(partition(0));
        fail(CORRUPT, partition(0));

        clock.advance(FALLBACK_MS);

        assertThat(wire(TWO)).isEmpty();
    }

    @Test
    void takesFailuresOfReadsBegunBeforeTheSwitchForOne() {
        fail(CORRUPT, partition(0));
        clock.advance(FALLBACK_MS / 2);
        fail(CORRUPT, partition(0));

        clock.advance(FALLBACK_MS / 2);

        assertThat(wire(TWO)).isEmpty();
    }

    @Test
    void spreadsTheWaits() {
        chance = 0;
        fail(CORRUPT, partition(0));
        chance = 0.999;
        fail(CORRUPT, partition(1));

        clock.advance(FALLBACK_MS * 3 / 4);
        assertThat(wire(TWO)).containsExactly(partition(1));
        clock.advance(FALLBACK_MS / 2);
        assertThat(wire(TWO)).isEmpty();
    }

    @Test
    void letsOnePartitionProbeForAllWhenTheStoreFailedThemTogether() {
        List<TopicIdPartition> all = partitions(100);
        fail(UNAVAILABLE, all.toArray(TopicIdPartition[]::new));
        assertThat(wire(all)).hasSize(100);

        clock.advance(FALLBACK_MS);

        assertThat(wire(all)).hasSize(99);
        assertThat(wire(all)).as("no second probe while the first is undecided").hasSize(99);
    }

    @Test
    void sparesTheOthersAStoreThatFailedSomebody() {
        List<TopicIdPartition> all = partitions(100);
        wire(all);
        fail(UNAVAILABLE, partition(7));

        assertThat(wire(all)).hasSize(100);
        assertThat(wire(all)).hasSize(100);
        assertThat(preference.isStoreSuspect()).isTrue();
        assertThat(switches.toWire).isEqualTo(100);
        assertThat(switches.onWire).isEqualTo(100);

        clock.advance(FALLBACK_MS);
        assertThat(wire(all)).as("only the one that was failed probes").hasSize(99);
        assertThat(wire(all)).doesNotContain(partition(7));
        succeed(partition(7));

        assertThat(wire(all)).as("the store works").isEmpty();
        assertThat(preference.isStoreSuspect()).isFalse();
        assertThat(switches.toObjects).isEqualTo(100);
        assertThat(switches.onWire).isZero();
    }

    @Test
    void sparesNobodyAStoreThatServedOthersMeanwhile() {
        List<TopicIdPartition> all = partitions(100);
        succeed(partition(8));
        clock.advance(FALLBACK_MS / 4 - 1);
        fail(UNAVAILABLE, partition(7));

        assertThat(wire(all)).containsExactly(partition(7));
    }

    @Test
    void sparesNobodyForAnObjectThatIsNotAsItShouldBe() {
        fail(CORRUPT, partition(0));
        fail(FetchFailure.MISSING, partition(1));
        fail(FetchFailure.UNACCEPTABLE, partition(2));

        assertThat(wire(partitions(100))).containsExactlyInAnyOrder(partition(0), partition(1), partition(2));
    }

    @Test
    void sparesNobodyForLongWhenThoseThatWereFailedAreIdle() {
        List<TopicIdPartition> all = partitions(100);
        wire(all);
        fail(UNAVAILABLE, partition(7));
        wire(all);

        clock.advance(FALLBACK_MS);
        wire(all);
        clock.advance(2 * FALLBACK_MS);

        assertThat(wire(all)).as("the probe found nothing to read").isEmpty();
    }

    @Test
    void letsTwiceAsManyProbeAfterEachSuccess() {
        List<TopicIdPartition> all = partitions(100);
        fail(UNAVAILABLE, all.toArray(TopicIdPartition[]::new));
        clock.advance(FALLBACK_MS);

        int rounds = 0;
        Set<TopicIdPartition> wire = wire(all);
        while (!wire.isEmpty()) {
            Set<TopicIdPartition> served = new HashSet<>(all);
            served.removeAll(wire);
            served.forEach(preference::succeeded);
            preference.endRound();
            wire = wire(all);
            rounds++;
            assertThat(100 - wire.size()).isLessThanOrEqualTo((2 << rounds) - 1);
        }
        assertThat(rounds).isEqualTo(6);
        assertThat(switches.onWire).isLessThanOrEqualTo(100);
    }

    @Test
    void probesMoreAndMoreRarelyWhileTheStoreStaysAway() {
        List<TopicIdPartition> all = partitions(100);
        fail(UNAVAILABLE, all.toArray(TopicIdPartition[]::new));
        int probes = 0;
        for (int second = 0; second < 600; second++) {
            clock.advance(1_000);
            for (TopicIdPartition partition : all) {
                if (!wire(all).contains(partition)) {
                    fail(UNAVAILABLE, partition);
                    probes++;
                }
            }
        }

        assertThat(probes).isBetween(10, 20);
    }

    @Test
    void doesNotTakeOneWaveOfFailuresForSeveral() {
        List<TopicIdPartition> all = partitions(100);
        for (TopicIdPartition partition : all) {
            fail(UNAVAILABLE, partition);
        }

        clock.advance(FALLBACK_MS);

        assertThat(wire(all)).hasSize(99);
    }

    @Test
    void doesNotHoldPartitionsBackWhenOnlySomeObjectsFail() {
        List<TopicIdPartition> all = partitions(10);
        preference.succeeded(partition(99));
        fail(UNAVAILABLE, all.toArray(TopicIdPartition[]::new));

        clock.advance(FALLBACK_MS);

        assertThat(wire(all)).isEmpty();
    }

    @Test
    void doesNotWaitForIdlePartitionsToProveTheStore() {
        List<TopicIdPartition> all = partitions(100);
        fail(UNAVAILABLE, all.toArray(TopicIdPartition[]::new));
        int seconds = 0;
        while (!wire(all).isEmpty()) {
            clock.advance(FALLBACK_MS);
            seconds++;
            assertThat(seconds).isLessThan(20);
        }
        clock.advance(2 * FALLBACK_MS);
        preference.mark(all);
        assertThat(switches.onWire).isZero();
    }

    @Test
    void marksTheFewThatProbeAmongThousandsOfTopics() {
        List<TopicIdPartition> all = IntStream.range(0, 2_000)
                .mapToObj(i -> new TopicIdPartition(new Uuid(5, i + 1), 0, "topic-" + i))
                .toList();
        fail(UNAVAILABLE, all.toArray(TopicIdPartition[]::new));
        assertThat(preference.mark(all)).isEmpty();

        clock.advance(FALLBACK_MS);

        assertThat(wire(all)).hasSize(1_999);
    }

    @Test
    void forgetsPartitionsThatLeft() {
        fail(CORRUPT, partition(0), partition(1));

        preference.retain(List.of(partition(1)));

        assertThat(wire(TWO)).containsExactly(partition(1));
        assertThat(switches.onWire).isEqualTo(1);
        preference.close();
        assertThat(switches.onWire).isZero();
    }

    @Test
    void concludesFromARound() {
        Map<TopicIdPartition, ByteBuffer> arrived = new HashMap<>();
        arrived.put(partition(0), ByteBuffer.allocate(1));
        arrived.put(partition(1), ByteBuffer.allocate(1));

        preference.concluded(new FetchRound(arrived, Map.of(partition(1), CORRUPT), Set.of(), "test"));
        preference.endRound();

        assertThat(wire(TWO)).containsExactly(partition(1));
    }

    private static List<TopicIdPartition> partitions(int count) {
        return IntStream.range(0, count).mapToObj(SampleLogs::partition).toList();
    }
}
