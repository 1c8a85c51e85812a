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

import static io.culvert.core.fetch.SampleLogs.bytes;
import static io.culvert.core.fetch.SampleLogs.concat;
import static io.culvert.core.fetch.SampleLogs.partition;
import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.api.ObjectNotFoundException;
import io.culvert.api.RetriableStorageException;
import io.culvert.core.fetch.SampleLogs.ObjectBuilder;
import io.culvert.core.fetch.SimulatedStore.Answer;
import io.culvert.core.format.SectionReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.record.internal.MemoryRecords;

/**
 * A follower that fetches partitions to their ends from a store that is slow, busy, hanging, lossy and lying at random:
 * what it appends is the leader's log whatever happens, within its bounds, and it gets to the end once the store behaves.
 */
final class SectionFetcherSimulationTest {

    private static final int PARTITIONS = 6;
    private static final int OBJECTS = 20;
    private static final FetchLimits LIMITS = new FetchLimits(
            3_000, 6_000, 50_000, 2_000, 300, 6, TimeUnit.MILLISECONDS.toNanos(3), TimeUnit.MILLISECONDS.toNanos(200));

    private SimulatedStore store;

    /** One partition: the leader's log and references, and what the follower appended. */
    private static final class Replica {
        final List<SectionReference> references = new ArrayList<>();
        byte[] leaderLog = new byte[0];
        byte[] followerLog = new byte[0];
        long leaderEnd;
        long followerEnd;
    }

    @Property(tries = 50)
    void appendsExactlyTheLeadersLog(@ForAll long seed) {
        Random random = new Random(seed);
        store = new SimulatedStore();
        List<Replica> replicas = leaders(random);
        store.behave(get -> misbehaving(random));
        SectionFetcher fetcher =
                new SectionFetcher(store, store, () -> LIMITS, new GetLatency(), FollowerObserver.NONE, store);

        for (int round = 0; round < 60; round++) {
            fetchRound(fetcher, replicas, random);
        }
        store.behave(get -> Answer.after(1 + random.nextInt(20)));
        int rounds = 0;
        while (replicas.stream().anyMatch(replica -> replica.followerEnd < replica.leaderEnd)) {
            fetchRound(fetcher, replicas, random);
            assertThat(++rounds).isLessThan(1_000);
        }
        for (Replica replica : replicas) {
            assertThat(replica.followerLog).isEqualTo(replica.leaderLog);
        }
        fetcher.fetch(List.of(), store.nanos());
        assertThat(store.openGets()).isZero();
    }

    private List<Replica> leaders(Random random) {
        List<Replica> replicas = new ArrayList<>();
        for (int i = 0; i < PARTITIONS; i++) {
            replicas.add(new Replica());
        }
        for (int sequence = 0; sequence < OBJECTS; sequence++) {
            ObjectBuilder object = new ObjectBuilder(sequence);
            for (Replica replica : replicas) {
                if (random.nextInt(3) > 0) {
                    byte[] section = new byte[0];
                    long base = replica.leaderEnd;
                    int batches = 1 + random.nextInt(3);
                    for (int i = 0; i < batches; i++) {
                        int records = 1 + random.nextInt(4);
                        section =
                                concat(section, SampleLogs.batch(replica.leaderEnd, records, 50 + random.nextInt(400)));
                        replica.leaderEnd += records;
                    }
                    replica.leaderLog = concat(replica.leaderLog, section);
                    replica.references.add(object.section(base, replica.leaderEnd, section));
                    object.gap(random.nextInt(400));
                }
            }
            object.storeIn(store);
        }
        return replicas;
    }

    private static Answer misbehaving(Random random) {
        int latency = random.nextInt(30);
        return switch (random.nextInt(12)) {
            case 0 -> Answer.never();
            case 1 -> Answer.after(150 + random.nextInt(100));
            case 2 -> Answer.failing(latency, new RetriableStorageException("busy"));
            case 3 -> Answer.failing(latency, new ObjectNotFoundException("gone"));
            case 4 -> Answer.changed(latency, bytes -> Arrays.copyOf(bytes, random.nextInt(bytes.length)));
            case 5 ->
                Answer.changed(latency, bytes -> {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                    return bytes;
                });
            default -> Answer.after(latency);
        };
    }

    private void fetchRound(SectionFetcher fetcher, List<Replica> replicas, Random random) {
        List<PartitionReferences> wanted = new ArrayList<>();
        for (int i = 0; i < replicas.size(); i++) {
            Replica replica = replicas.get(i);
            List<SectionReference> next = replica.references.stream()
                    .filter(reference -> reference.endOffset() > replica.followerEnd)
                    .limit(1 + random.nextInt(4))
                    .toList();
            if (!next.isEmpty() && random.nextInt(10) > 0) {
                wanted.add(new PartitionReferences(partition(i), replica.followerEnd, 0, next));
            }
        }
        FetchRound round = fetcher.fetch(wanted, store.nanos() + TimeUnit.MILLISECONDS.toNanos(100));
        assertThat(store.openBytes()).isLessThanOrEqualTo(LIMITS.maxBytesInFlight() * 2L);
        assertThat(store.openGets()).isLessThanOrEqualTo(LIMITS.maxGets() * 2L);
        for (PartitionReferences partition : wanted) {
            assertThat(round.arrived().containsKey(partition.partition())
                            || round.failed().containsKey(partition.partition())
                            || round.pending().contains(partition.partition()))
                    .isTrue();
        }
        round.arrived().forEach((partition, bytes) -> {
            Replica replica = replicas.get(partition.partition());
            replica.followerLog = concat(replica.followerLog, bytes(bytes));
            replica.followerEnd = lastOffset(bytes) + 1;
        });
    }

    private static long lastOffset(ByteBuffer bytes) {
        long last = -1;
        for (var batch : MemoryRecords.readableRecords(bytes).batches()) {
            last = batch.lastOffset();
        }
        return last;
    }
}
