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

import io.culvert.api.ObjectNotFoundException;
import io.culvert.core.fetch.FetchLimits;
import io.culvert.core.format.Crc32c;
import io.culvert.core.format.References;
import io.culvert.core.format.SectionReference;
import io.culvert.core.simulation.SimulatedPartition.Batch;
import io.culvert.core.simulation.SimulatedPartition.Replica;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * One follower's loop for one partition: asks the leader, reads sections from the store or takes records, and checks that
 * what it appends is what the leader had.
 */
final class ReplicaFetcher {

    private static final int MAX_BYTES = 20_000;
    private static final long MAX_WAIT = 500 * World.MS;
    private static final long WIRE = World.SECOND;

    private final World world;
    private final SimulatedCluster cluster;
    private final FaultyStore store;
    private final SimulatedPartition partition;
    private final int broker;
    private int knownEpoch;
    private long wireUntilNanos;
    private long disturbedNanos;
    private long run;

    ReplicaFetcher(World world, SimulatedCluster cluster, FaultyStore store, SimulatedPartition partition, int broker) {
        this.world = world;
        this.cluster = cluster;
        this.store = store;
        this.partition = partition;
        this.broker = broker;
        this.wireUntilNanos = world.nanos();
    }

    SimulatedPartition partition() {
        return partition;
    }

    int broker() {
        return broker;
    }

    /** Begins anew, after the broker's start; whatever was under way is forgotten. */
    void start() {
        run++;
        knownEpoch = 0;
        disturbedNanos = world.nanos();
        later(World.MS);
    }

    void stop() {
        run++;
    }

    private void later(long nanos) {
        long thisRun = run;
        world.after(nanos, () -> {
            if (thisRun == run) {
                fetch();
            }
        });
    }

    private void fetch() {
        int leader = partition.leader();
        if (leader < 0 || leader == broker || !cluster.broker(leader).isUp()) {
            knownEpoch = 0;
            later(50 * World.MS);
            return;
        }
        if (knownEpoch != partition.epoch()) {
            truncateToLeader();
            knownEpoch = partition.epoch();
        }
        long thisRun = run;
        Fetch fetch = new Fetch(
                this, leader, knownEpoch, replica().end(), wireUntilNanos - world.nanos() > 0, () -> thisRun == run);
        world.after(world.msBetween(1, 3), () -> cluster.leaderHandles(fetch));
    }

    private Replica replica() {
        return partition.replica(broker);
    }

    private void truncateToLeader() {
        Replica mine = replica();
        Replica leaders = partition.leaderReplica();
        long end = mine.end();
        while (!mine.batches.isEmpty() && !leaders.batches.contains(mine.batches.get(mine.batches.size() - 1))) {
            if (mine.end() <= leaders.logStart) {
                break;
            }
            mine.truncate(mine.batches.get(mine.batches.size() - 1).baseOffset());
        }
        if (mine.end() != end || knownEpoch == 0) {
            disturbedNanos = world.nanos();
        }
    }

    /** A fetch on its way. */
    record Fetch(
            ReplicaFetcher fetcher,
            int leader,
            int epoch,
            long offset,
            boolean asksForTheWire,
            BooleanSupplier isAwaited) {}

    /** The leader refused: not the leader, another epoch, or out of range. */
    void refused(Fetch fetch, boolean outOfRange) {
        if (!fetch.isAwaited().getAsBoolean()) {
            return;
        }
        if (outOfRange) {
            Replica mine = replica();
            mine.batches.clear();
            mine.logStart = partition.leaderReplica().logStart;
            mine.highWatermark = mine.logStart;
            disturbedNanos = world.nanos();
        }
        later(world.msBetween(10, 60));
    }

    private boolean isStale(Fetch fetch) {
        return !fetch.isAwaited().getAsBoolean()
                || fetch.epoch() != knownEpoch
                || replica().end() != fetch.offset();
    }

    void records(Fetch fetch, List<Batch> batches, long leaderStart, long highWatermark) {
        world.after(world.msBetween(1, 3), () -> {
            if (!fetch.isAwaited().getAsBoolean()) {
                return;
            }
            if (!isStale(fetch)) {
                batches.forEach(this::append);
                finish(leaderStart, highWatermark);
            }
            later(0);
        });
    }

    /**
     * Reads what the references name.
     *
     * @param expected what the leader's log has there
     */
    void references(Fetch fetch, References references, List<Batch> expected, long leaderStart, long highWatermark) {
        long answeredNanos = world.nanos();
        world.after(
                world.msBetween(1, 3),
                () -> read(fetch, references, expected, leaderStart, highWatermark, answeredNanos));
    }

    private void read(
            Fetch fetch,
            References answered,
            List<Batch> expected,
            long leaderStart,
            long highWatermark,
            long answeredNanos) {
        if (!fetch.isAwaited().getAsBoolean()) {
            return;
        }
        List<SectionReference> references = answered.sections();
        List<CompletableFuture<byte[]>> gets =
                references.stream().map(store::get).toList();
        CompletableFuture<Void> all = CompletableFuture.allOf(gets.toArray(new CompletableFuture<?>[0]));
        world.after(deadlineNanos(answered), () -> all.completeExceptionally(new TimeoutException("GET deadline")));
        var unused = all.whenComplete((nothing, failure) -> {
            for (CompletableFuture<byte[]> get : gets) {
                if (get.isCompletedExceptionally()) {
                    var unusedCheck = get.exceptionally(cause -> {
                        checkAbsence(cause, references, answeredNanos);
                        return new byte[0];
                    });
                }
            }
            if (!fetch.isAwaited().getAsBoolean()) {
                return;
            }
            if (failure != null) {
                wireUntilNanos = world.nanos() + WIRE;
            } else if (!isStale(fetch)) {
                for (int i = 0; i < gets.size(); i++) {
                    verify(references.get(i), gets.get(i).join(), expected, leaderStart);
                }
                expected.forEach(this::append);
                finish(leaderStart, highWatermark);
            }
            later(0);
        });
    }

    /** As the follower side has it. */
    private long deadlineNanos(References answered) {
        return FetchLimits.of(MAX_BYTES, TimeUnit.NANOSECONDS.toMillis(cluster.fallbackNanos()))
                .getDeadlineNanos(TimeUnit.MILLISECONDS.toNanos(answered.waitedMs()));
    }

    private void checkAbsence(Throwable cause, List<SectionReference> references, long answeredNanos) {
        if (cause instanceof ObjectNotFoundException && world.nanos() - answeredNanos <= 2 * cluster.fallbackNanos()) {
            throw cluster.violation(
                    "I5: an object was deleted while a follower may read it: " + references + " of " + partition);
        }
    }

    /** Compares a section with the leader's log, as far as its records were not deleted before the leader answered. */
    private void verify(SectionReference reference, byte[] bytes, List<Batch> expected, long leaderStart) {
        ByteArrayOutputStream there = new ByteArrayOutputStream();
        for (Batch batch : expected) {
            if (batch.endOffset() > reference.baseOffset() && batch.baseOffset() < reference.endOffset()) {
                batch.writeTo(there);
            }
        }
        int deleted = reference.baseOffset() < leaderStart ? Math.max(0, bytes.length - there.size()) : 0;
        ByteBuffer kept = ByteBuffer.wrap(bytes, deleted, bytes.length - deleted);
        if (Crc32c.of(ByteBuffer.wrap(bytes)) != reference.crc32c()
                || !kept.equals(ByteBuffer.wrap(there.toByteArray()))) {
            throw cluster.violation(
                    "I2, I3: a section is not what the leader's log has: " + reference + " of " + partition);
        }
    }

    private void append(Batch batch) {
        Replica mine = replica();
        if (batch.endOffset() <= mine.end()) {
            return;
        }
        if (batch.baseOffset() != mine.end() && !mine.batches.isEmpty()) {
            throw cluster.violation("I3: a gap: " + batch + " at " + mine.end() + " of " + partition);
        }
        mine.batches.add(batch);
        long since = Math.max(
                Math.max(batch.appendedNanos(), disturbedNanos),
                Math.max(
                        partition.changedNanos(),
                        cluster.broker(partition.leader()).upSinceNanos()));
        cluster.appended(this, world.nanos() - since);
    }

    private void finish(long leaderStart, long highWatermark) {
        Replica mine = replica();
        if (leaderStart > mine.logStart) {
            if (leaderStart > mine.end()) {
                mine.batches.clear();
            }
            mine.deleteBelow(leaderStart);
        }
        mine.highWatermark = Math.max(mine.highWatermark, Math.min(highWatermark, mine.end()));
    }

    int maxBytes() {
        return MAX_BYTES;
    }

    long maxWaitNanos() {
        return MAX_WAIT;
    }
}
