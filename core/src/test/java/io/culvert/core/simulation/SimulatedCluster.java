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

import io.culvert.core.format.References;
import io.culvert.core.format.SectionReference;
import io.culvert.core.simulation.ReplicaFetcher.Fetch;
import io.culvert.core.simulation.SimulatedPartition.Batch;
import io.culvert.core.simulation.SimulatedPartition.Replica;
import io.culvert.core.upload.Follower;
import io.culvert.core.upload.LeaderSide.FetchAnswer;
import io.culvert.core.upload.UploadSettings;
import io.culvert.core.upload.WalUploader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * Three brokers, a store, and what Kafka does between them: fetches, high watermarks, in-sync replicas, elections. It is one
 * class because each of these changes what the others see.
 */
final class SimulatedCluster {

    private static final Set<Integer> BROKERS = new TreeSet<>(Set.of(1, 2, 3));
    private static final long LAG_MAX = 8 * World.SECOND;

    private final World world;
    private final FaultyStore store;
    private final String seed;
    private final Map<TopicIdPartition, SimulatedPartition> partitions = new LinkedHashMap<>();
    private final Map<Integer, SimulatedBroker> brokers = new TreeMap<>();
    private final Map<Integer, List<Parked>> parked = new HashMap<>();
    private final List<ReplicaFetcher> fetchers = new ArrayList<>();
    private UploadSettings settings;
    private long brokerEpochs = 10;
    private long slowestNanos;
    private long referenceFetches;
    private long recordFetches;
    private long rounds;
    private boolean atRest;
    private @Nullable AssertionError firstViolation;

    /** A fetch that waits for something to fetch. */
    private record Parked(Fetch fetch, boolean wantsReferences, long version) {}

    SimulatedCluster(World world, String seed, int partitionCount, UploadSettings settings) {
        this.world = world;
        this.seed = seed;
        this.settings = settings;
        this.store = new FaultyStore(world);
        for (int i = 0; i < partitionCount; i++) {
            TopicIdPartition id = new TopicIdPartition(new Uuid(7, i % 2 + 1), i, "topic-" + i % 2);
            partitions.put(id, new SimulatedPartition(id, BROKERS, 1 + i % 3));
        }
        for (int id : BROKERS) {
            brokers.put(id, new SimulatedBroker(id, world, store, this, () -> this.settings));
            parked.put(id, new ArrayList<>());
        }
        for (SimulatedPartition partition : partitions.values()) {
            for (int id : BROKERS) {
                fetchers.add(new ReplicaFetcher(world, this, store, partition, id));
            }
        }
    }

    void start() {
        BROKERS.forEach(this::startBroker);
        world.after(500 * World.MS, this::shrinkIsrs);
    }

    FaultyStore store() {
        return store;
    }

    Collection<SimulatedPartition> partitions() {
        return partitions.values();
    }

    SimulatedPartition partition(TopicIdPartition id) {
        return partitions.get(id);
    }

    SimulatedBroker broker(int id) {
        return brokers.get(id);
    }

    Set<Integer> liveBrokers() {
        Set<Integer> live = new TreeSet<>();
        brokers.values().stream().filter(SimulatedBroker::isUp).forEach(broker -> live.add(broker.id()));
        return live;
    }

    UploadSettings settings() {
        return settings;
    }

    void settings(UploadSettings changed) {
        settings = changed;
        brokers.values().forEach(SimulatedBroker::settingsChanged);
    }

    long fallbackNanos() {
        return settings.fallbackNanos();
    }

    /** The longest time from when a record could be replicated until a follower had it. */
    long slowestNanos() {
        return slowestNanos;
    }

    void forgetSlowest() {
        slowestNanos = 0;
    }

    long referenceFetches() {
        return referenceFetches;
    }

    long recordFetches() {
        return recordFetches;
    }

    boolean isAtRest() {
        return atRest;
    }

    /** Nothing is produced any more, and all brokers are up. */
    void beAtRest() {
        atRest = true;
        for (int id : BROKERS) {
            if (!brokers.get(id).isUp()) {
                startBroker(id);
            }
        }
        for (SimulatedPartition partition : partitions.values()) {
            if (!partition.isWal()) {
                switchTopic(partition, true);
            }
        }
    }

    /**
     * An invariant was broken; kept, because a future would swallow it when it is thrown in a callback.
     *
     * @return what was broken first, which is the cause of what comes after it
     */
    AssertionError violation(String what) {
        AssertionError first = firstViolation;
        if (first == null) {
            first = new AssertionError(seed + ": " + what);
            firstViolation = first;
        }
        return first;
    }

    void checkNoViolation() {
        if (firstViolation != null) {
            throw firstViolation;
        }
    }

    // Producers.

    void produce(SimulatedPartition partition, int records, int bytes) {
        int leader = partition.leader();
        if (leader < 0 || !brokers.get(leader).isUp()) {
            return;
        }
        byte[] content = new byte[bytes];
        for (int i = 0; i < Math.min(16, bytes); i++) {
            content[i] = (byte) world.between(0, 256);
        }
        partition.append(records, content, world.nanos());
        if (partition.isWal()) {
            brokers.get(leader).uploader().appended(partition.id());
        }
        retryParked(leader, Set.of(partition.id()), false);
    }

    // Fetches.

    void leaderHandles(Fetch fetch) {
        SimulatedPartition partition = fetch.fetcher().partition();
        if (partition.leader() != fetch.leader()
                || partition.epoch() != fetch.epoch()
                || !brokers.get(fetch.leader()).isUp()) {
            fetch.fetcher().refused(fetch, false);
            return;
        }
        Replica log = partition.leaderReplica();
        if (fetch.offset() < log.logStart || fetch.offset() > log.end()) {
            fetch.fetcher().refused(fetch, true);
            return;
        }
        FetchAnswer answer = ask(fetch);
        updateFollower(partition, fetch, answer);
        if (!respond(fetch, answer, false)) {
            long version = brokers.get(fetch.leader()).uploader().version();
            parked.get(fetch.leader()).add(new Parked(fetch, answer == FetchAnswer.WAIT, version));
            world.after(fetch.fetcher().maxWaitNanos(), () -> timeOut(fetch));
        }
    }

    private FetchAnswer ask(Fetch fetch) {
        SimulatedPartition partition = fetch.fetcher().partition();
        if (fetch.asksForTheWire() || !partition.isWal()) {
            return FetchAnswer.RECORDS;
        }
        return brokers.get(fetch.leader())
                .uploader()
                .answer(partition.id(), fetch.epoch(), fetch.offset(), follower(partition, fetch.fetcher()));
    }

    private static Follower follower(SimulatedPartition partition, ReplicaFetcher fetcher) {
        return new Follower(fetcher.broker(), partition.isr().contains(fetcher.broker()));
    }

    private void updateFollower(SimulatedPartition partition, Fetch fetch, FetchAnswer answer) {
        int broker = fetch.fetcher().broker();
        Replica log = partition.leaderReplica();
        SimulatedPartition.Follower follower = partition.follower(broker);
        follower.logEnd = fetch.offset();
        long end = answer == FetchAnswer.RECORDS
                ? log.end()
                : brokers.get(fetch.leader()).uploader().isrEndOffset(partition.id(), log.end(), log.highWatermark);
        if (fetch.offset() >= end) {
            follower.caughtUpNanos = world.nanos();
        }
        if (fetch.offset() >= log.highWatermark && fetch.offset() >= partition.epochStart()) {
            partition.isr().add(broker);
        }
        partition.advanceHighWatermark();
    }

    /** Answers if there is something to say, or if it must. */
    private boolean respond(Fetch fetch, FetchAnswer answer, boolean must) {
        ReplicaFetcher fetcher = fetch.fetcher();
        SimulatedPartition partition = fetcher.partition();
        Replica log = partition.leaderReplica();
        if (answer == FetchAnswer.RECORDS) {
            List<Batch> batches = log.read(fetch.offset(), fetcher.maxBytes());
            if (!batches.isEmpty()) {
                recordFetches++;
                fetcher.records(fetch, batches, log.logStart, log.highWatermark);
                return true;
            }
        } else if (answer == FetchAnswer.REFERENCES) {
            References answered = brokers.get(fetch.leader())
                    .uploader()
                    .references(
                            partition.id(),
                            fetch.epoch(),
                            fetch.offset(),
                            follower(partition, fetcher),
                            fetcher.maxBytes());
            if (!answered.isEmpty()) {
                referenceFetches++;
                List<SectionReference> references = answered.sections();
                check(fetch, references);
                long end = references.get(references.size() - 1).endOffset();
                List<Batch> expected = log.read(fetch.offset(), Integer.MAX_VALUE).stream()
                        .filter(batch -> batch.baseOffset() < end)
                        .toList();
                long base = references.get(0).baseOffset();
                List<Batch> covered = log.read(base, Integer.MAX_VALUE).stream()
                        .filter(batch -> batch.baseOffset() < end)
                        .toList();
                fetcher.references(
                        fetch,
                        answered,
                        covered.size() > expected.size() ? covered : expected,
                        log.logStart,
                        log.highWatermark);
                return true;
            }
            must = true;
        }
        if (must) {
            fetcher.records(fetch, List.of(), log.logStart, log.highWatermark);
        }
        return must;
    }

    private void check(Fetch fetch, List<SectionReference> references) {
        if (!references.get(0).covers(fetch.offset())) {
            throw violation("references do not begin at the fetch offset: " + fetch.offset() + " " + references);
        }
        for (int i = 1; i < references.size(); i++) {
            if (references.get(i).baseOffset() != references.get(i - 1).endOffset()) {
                throw violation("references are not contiguous: " + references);
            }
        }
    }

    private void timeOut(Fetch fetch) {
        List<Parked> here = parked.get(fetch.leader());
        if (here.removeIf(waiting -> waiting.fetch().equals(fetch))) {
            answerParked(fetch, true);
        }
    }

    private boolean answerParked(Fetch fetch, boolean must) {
        SimulatedPartition partition = fetch.fetcher().partition();
        if (partition.leader() != fetch.leader()
                || partition.epoch() != fetch.epoch()
                || !brokers.get(fetch.leader()).isUp()) {
            fetch.fetcher().refused(fetch, false);
            return true;
        }
        if (fetch.offset() < partition.leaderReplica().logStart) {
            fetch.fetcher().refused(fetch, true);
            return true;
        }
        return respond(fetch, ask(fetch), must);
    }

    /** The leader side says that these may be answerable now. */
    void wakeFetches(int leader, Collection<TopicIdPartition> woken) {
        retryParked(leader, new HashSet<>(woken), true);
    }

    /** Looks at parked fetches again; without a wake-up, those that wait for references only if the version has moved. */
    private void retryParked(int leader, Set<TopicIdPartition> of, boolean woken) {
        List<Parked> here = parked.get(leader);
        for (Parked waiting : List.copyOf(here)) {
            if (!of.contains(waiting.fetch().fetcher().partition().id())) {
                continue;
            }
            long version = brokers.get(leader).uploader().version();
            if (!woken && waiting.wantsReferences() && waiting.version() == version) {
                continue;
            }
            here.remove(waiting);
            if (!answerParked(waiting.fetch(), false)) {
                here.add(new Parked(waiting.fetch(), waiting.wantsReferences(), version));
            }
        }
    }

    void appended(ReplicaFetcher fetcher, long afterNanos) {
        slowestNanos = Math.max(slowestNanos, afterNanos);
        if (afterNanos > 6 * fallbackNanos()) {
            throw violation("I7: a record took " + afterNanos / World.MS + " ms to broker " + fetcher.broker() + " of "
                    + fetcher.partition());
        }
    }

    /** Rounds of all uploaders. */
    long rounds() {
        return rounds;
    }

    void checkBounds(WalUploader uploader) {
        rounds++;
        int objects = uploader.status().inFlightObjects();
        if (objects > settings.maxInflight() + 8) {
            throw violation("I8: too many objects in flight: " + objects);
        }
    }

    // The controller.

    void startBroker(int id) {
        brokers.get(id).start(brokerEpochs++);
        fetchers.stream().filter(fetcher -> fetcher.broker() == id).forEach(ReplicaFetcher::start);
        for (SimulatedPartition partition : partitions.values()) {
            if (partition.leader() < 0 && partition.isr().contains(id)) {
                elect(partition, id, true);
            }
        }
    }

    void crashBroker(int id) {
        brokers.get(id).crash();
        parked.get(id).forEach(waiting -> waiting.fetch().fetcher().refused(waiting.fetch(), false));
        parked.get(id).clear();
        fetchers.stream().filter(fetcher -> fetcher.broker() == id).forEach(ReplicaFetcher::stop);
        for (SimulatedPartition partition : partitions.values()) {
            if (partition.leader() == id) {
                electAny(partition);
            } else {
                shrink(partition, id);
            }
        }
    }

    /** Elects a live in-sync replica, if there is one. */
    void electAny(SimulatedPartition partition) {
        List<Integer> candidates = partition.isr().stream()
                .filter(id -> id != partition.leader() && brokers.get(id).isUp())
                .toList();
        int before = partition.leader();
        if (!candidates.isEmpty()) {
            elect(partition, world.oneOf(candidates), true);
            if (before >= 0 && !brokers.get(before).isUp()) {
                shrink(partition, before);
            }
        } else if (before >= 0 && !brokers.get(before).isUp()) {
            partition.elect(-1, true, world.nanos());
        }
    }

    void elect(SimulatedPartition partition, int leader, boolean clean) {
        int before = partition.leader();
        partition.elect(leader, clean, world.nanos());
        if (before >= 0 && before != leader) {
            world.after(world.msBetween(0, 50), () -> {
                if (partition.leader() != before) {
                    brokers.get(before).leadershipLost(partition.id());
                }
            });
        }
    }

    private void shrink(SimulatedPartition partition, int id) {
        if (partition.isr().size() > 1
                && partition.leader() != id
                && partition.isr().remove(id)) {
            partition.advanceIfLed();
        }
    }

    private void shrinkIsrs() {
        for (SimulatedPartition partition : partitions.values()) {
            int leader = partition.leader();
            if (leader < 0 || !brokers.get(leader).isUp()) {
                continue;
            }
            for (int id : List.copyOf(partition.isr())) {
                if (id != leader && world.nanos() - partition.follower(id).caughtUpNanos > LAG_MAX) {
                    if (brokers.get(id).isUp()) {
                        throw violation("I7: the store made a live replica leave the ISR: " + id + " of " + partition);
                    }
                    shrink(partition, id);
                }
            }
        }
        world.after(500 * World.MS, this::shrinkIsrs);
    }

    void switchTopic(SimulatedPartition partition, boolean wal) {
        partition.setWal(wal);
        if (!wal && partition.leader() >= 0) {
            brokers.get(partition.leader()).leadershipLost(partition.id());
        }
    }

    void deleteRecords(SimulatedPartition partition) {
        if (partition.leader() < 0) {
            return;
        }
        Replica log = partition.leaderReplica();
        if (log.highWatermark > log.logStart) {
            log.deleteBelow(log.logStart + world.between(0, (int) (log.highWatermark - log.logStart) + 1));
        }
    }

    /** Compares all logs of live replicas with the leader's, from where both begin. */
    void checkLogsEqual() {
        for (SimulatedPartition partition : partitions.values()) {
            if (partition.leader() < 0) {
                throw violation("no leader: " + partition);
            }
            Replica leaders = partition.leaderReplica();
            for (int id : partition.brokers()) {
                Replica log = partition.replica(id);
                long start = Math.max(log.logStart, leaders.logStart);
                if (brokers.get(id).isUp()
                        && !log.read(start, Integer.MAX_VALUE).equals(leaders.read(start, Integer.MAX_VALUE))) {
                    throw violation("logs differ: broker " + id + " of " + partition);
                }
            }
            if (leaders.highWatermark != leaders.end()) {
                throw violation("the high watermark stands still: " + partition);
            }
        }
    }
}
