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

package io.culvert.core.upload;

import io.culvert.core.format.ObjectId;
import io.culvert.core.format.ObjectKind;
import io.culvert.core.format.References;
import io.culvert.core.log.LeaderLogs;
import io.culvert.core.loop.LoopTask;
import io.culvert.core.retention.ObjectRetention;
import io.culvert.core.time.Ticker;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicIdPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leader side of the object path: uploads what is appended to the partitions that this broker leads, publishes where it
 * lies, and decides when the wire takes over.
 *
 * <p>One thread owns it as a {@link LoopTask}; the {@link LeaderSide} methods and those that say so may be called from any
 * thread. Request threads only read immutable snapshots and leave signals in a queue.
 */
public final class WalUploader implements LoopTask, LeaderSide {

    private static final Logger LOG = LoggerFactory.getLogger(WalUploader.class);

    /** How often a partition's age is looked at within the time until it is overdue. */
    private static final int OVERDUE_CHECKS = 16;

    /** How often references are looked at that nobody may need any more. */
    private static final long LET_GO_NANOS = 1_000_000_000L;

    private final Supplier<UploadSettings> settings;
    private final UploadObserver observer;
    private final Ticker ticker;
    private final Runnable wake;
    private final PartitionTable table;
    private final WireSwitch wire = new WireSwitch();
    private final FetchAnswers answers;
    private final Changes changes;
    private final Tenures tenures;
    private final DirtyPartitions dirty;
    private final StoreBreaker breaker;
    private final PutLane tailLane;
    private final PutLane probeLane;
    private final TailUploads tail;
    private final StoreProbe probe;
    private final PutLane catchUpLane;
    private final CatchUpUploads catchUps;
    private final ObjectStream stream;
    private final Queue<TopicIdPartition> lost = new ConcurrentLinkedQueue<>();
    private long overdueDueNanos;
    private long letGoDueNanos;
    private volatile StatusSnapshot status;

    /**
     * What an uploader works with.
     *
     * @param clusterId the Kafka cluster id
     * @param brokerId this broker's id
     * @param brokerEpoch the epoch of this process's first registration; it names the stream of this process's objects
     * @param logs the partitions that this broker leads
     * @param sink where objects go
     * @param waker completes parked fetches
     * @param retention has objects deleted that nobody needs; owned by the same thread
     * @param settings the settings as they are now; read often, from any thread
     * @param observer hears what happens
     * @param ticker the clock
     * @param wake makes the owner thread run the uploader soon
     */
    public record Environment(
            String clusterId,
            int brokerId,
            long brokerEpoch,
            LeaderLogs logs,
            ObjectSink sink,
            FetchWaker waker,
            ObjectRetention retention,
            Supplier<UploadSettings> settings,
            UploadObserver observer,
            Ticker ticker,
            Runnable wake) {}

    public WalUploader(Environment environment) {
        settings = environment.settings();
        observer = environment.observer();
        ticker = environment.ticker();
        wake = environment.wake();
        long nowNanos = ticker.nanos();
        table = new PartitionTable(wake);
        answers = new FetchAnswers(table, wire, settings, observer, ticker);
        changes = new Changes(environment.waker());
        ObjectRetention retention = environment.retention();
        tenures = new Tenures(environment.logs(), table, wire, retention, changes);
        dirty = new DirtyPartitions(tenures, changes);
        breaker = new StoreBreaker(nowNanos);
        stream = new ObjectStream(environment.clusterId(), environment.brokerId(), environment.brokerEpoch());
        PutLane.Store store = new PutLane.Store(environment.sink(), stream, retention, breaker, observer, wake);
        tailLane = new PutLane(ObjectKind.TAIL, store, true);
        probeLane = new PutLane(ObjectKind.TAIL, store, false);
        tail = new TailUploads(tenures, dirty, wire, tailLane, retention, observer, settings, ticker);
        probe = new StoreProbe(probeLane, breaker, environment.logs(), retention);
        catchUpLane = new PutLane(ObjectKind.CATCH_UP, store, false);
        catchUps = new CatchUpUploads(tenures, catchUpLane, wire, retention, changes, settings, ticker);
        overdueDueNanos = nowNanos;
        letGoDueNanos = nowNanos;
        status = new StatusSnapshot(0, 0, 0, 0, 0, PartitionView.NONE, nowNanos);
    }

    // Any thread.

    @Override
    public void appended(TopicIdPartition partition) {
        answers.appended(partition);
    }

    @Override
    public FetchAnswer answer(TopicIdPartition partition, int leaderEpoch, long fetchOffset, Follower follower) {
        return answers.answer(partition, leaderEpoch, fetchOffset, follower);
    }

    @Override
    public References references(
            TopicIdPartition partition, int leaderEpoch, long fetchOffset, Follower follower, int maxBytes) {
        return answers.references(partition, leaderEpoch, fetchOffset, follower, maxBytes);
    }

    @Override
    public long version() {
        return changes.version();
    }

    @Override
    public long isrEndOffset(TopicIdPartition partition, long logEndOffset, long highWatermark) {
        return answers.isrEndOffset(partition, logEndOffset, highWatermark);
    }

    /**
     * Tells that this broker does not lead a partition any more, that the partition is gone, or that its topic left the
     * object path: what was published of it is not served any more. Never blocks.
     */
    public void leadershipLost(TopicIdPartition partition) {
        lost.add(partition);
        wake.run();
    }

    /** Tells that the settings have changed. Never blocks. */
    public void settingsChanged() {
        wake.run();
    }

    /** What the leader side looks like now. Never blocks. */
    public UploaderStatus status() {
        return status.at(ticker.nanos(), table.size(), Optional.ofNullable(wire.reason()));
    }

    // The owner's thread.

    /** Says whether an object of this process is on its way to the store. */
    public boolean isInFlight(ObjectId object) {
        return stream.isOpen(object);
    }

    @Override
    public long runOnce(long nowNanos) {
        turn(WireReason.PAUSED, settings.get().paused(), nowNanos, "the operator says so");
        tailLane.runOnce(nowNanos);
        catchUpLane.runOnce(nowNanos);
        changes.flush();
        takeSignals(nowNanos);
        turn(WireReason.COST, tail.wirePays(nowNanos), nowNanos, "objects would cost more than the wire");
        long wait = watchStore(nowNanos);
        wait = Math.min(wait, checkAges(nowNanos));
        wait = Math.min(wait, tail.runOnce(nowNanos));
        wait = Math.min(wait, tail.nanosUntilMeasured(nowNanos));
        wait = Math.min(wait, tailLane.nanosUntilRetry(nowNanos));
        wait = Math.min(wait, catchUps.runOnce(nowNanos));
        changes.flush();
        refreshStatus();
        return table.sleep(wait > 0 && !tail.lingers()) ? 0 : wait;
    }

    private void takeSignals(long nowNanos) {
        TopicIdPartition gone = lost.poll();
        while (gone != null) {
            LeaderPartition partition = table.find(gone);
            if (partition != null) {
                forget(partition, nowNanos);
            }
            gone = lost.poll();
        }
        LeaderPartition signalled = table.nextSignal();
        while (signalled != null) {
            signalled.answerAsked();
            LeaderPartition present = signalled.isForgotten() ? table.findOrAdd(signalled.id()) : signalled;
            tail.signalled(present, nowNanos);
            catchUps.signalled(present);
            signalled = table.nextSignal();
        }
    }

    private void forget(LeaderPartition partition, long nowNanos) {
        Tenure tenure = partition.tenure();
        if (tenure != null) {
            tenures.close(tenure, nowNanos, settings.get());
        }
        dirty.remove(partition);
        catchUps.remove(partition);
        tenures.forget(partition);
    }

    private long watchStore(long nowNanos) {
        UploadSettings now = settings.get();
        if (breaker.isClosed()) {
            if (breaker.hasHadEnough() || tailLane.hangs(nowNanos, now.hangNanos())) {
                String why = breaker.hasHadEnough() ? "uploads fail" : "uploads hang";
                breaker.open(nowNanos, now.fallbackNanos());
                turn(WireReason.STORE, true, nowNanos, why);
            }
        }
        if (breaker.isClosed()) {
            return tailLane.nanosUntilHang(nowNanos, now.hangNanos());
        }
        long wait = probe.runOnce(dirty.isEmpty() ? table.all() : dirty.pending(), nowNanos, now);
        if (breaker.isClosed()) {
            turn(WireReason.STORE, false, nowNanos, "");
        }
        return wait;
    }

    private void turn(WireReason reason, boolean on, long nowNanos, String why) {
        if (!wire.turn(reason, on, nowNanos)) {
            return;
        }
        if (!on) {
            long nanos = nowNanos - wire.sinceNanos();
            LOG.info("records go through the store again: reason={} afterMs={}", reason, nanos / 1_000_000);
            observer.objectPathForAll(nanos);
            return;
        }
        tail.closeAll(nowNanos);
        tailLane.giveUpAll(new CancellationException(why), nowNanos);
        catchUpLane.giveUpAll(new CancellationException(why), nowNanos);
        table.all().forEach(changes::add);
        changes.flush();
        LOG.warn("all records go over the wire: reason={} ({}) partitions={}", reason, why, table.size());
        observer.wireForAll(reason);
    }

    private long checkAges(long nowNanos) {
        UploadSettings now = settings.get();
        long wait = Long.MAX_VALUE;
        if (wire.reason() == null && (!dirty.isEmpty() || tailLane.inFlight() > 0)) {
            if (overdueDueNanos - nowNanos <= 0) {
                overdueDueNanos = nowNanos + now.uploadNanos() / OVERDUE_CHECKS;
                tail.restOverdue(nowNanos);
            }
            wait = overdueDueNanos - nowNanos;
        }
        if (!tenures.holding().isEmpty()) {
            if (letGoDueNanos - nowNanos <= 0) {
                letGoDueNanos = nowNanos + LET_GO_NANOS;
                tenures.letGo(nowNanos, now).forEach(doubtful -> tail.signalled(doubtful, nowNanos));
            }
            wait = Math.min(wait, letGoDueNanos - nowNanos);
        }
        return wait;
    }

    private void refreshStatus() {
        long oldest = PartitionView.NONE;
        long unpublishedOffsets = 0;
        for (LeaderPartition partition : dirty.pending()) {
            oldest = older(oldest, partition.oldestUnpublishedNanos());
            Tenure tenure = partition.tenure();
            unpublishedOffsets += tenure == null ? 0 : tenure.unpublishedOffsets();
        }
        for (Tenure tenure : tenures.holding()) {
            oldest = older(oldest, tenure.oldestUnpublishedNanos());
            if (tenure.partition().queue() == LeaderPartition.Queue.NONE) {
                unpublishedOffsets += tenure.unpublishedOffsets();
            }
        }
        WireReason reason = wire.reason();
        if (reason == WireReason.STORE || reason == WireReason.FAULT) {
            oldest = older(oldest, wire.sinceNanos());
        }
        status = new StatusSnapshot(
                tailLane.inFlight() + catchUpLane.inFlight() + probeLane.inFlight(),
                tailLane.inFlightBytes() + catchUpLane.inFlightBytes() + probeLane.inFlightBytes(),
                dirty.size(),
                dirty.restingSize(),
                unpublishedOffsets,
                oldest,
                breaker.successNanos());
    }

    private static long older(long one, long other) {
        if (one == PartitionView.NONE || other == PartitionView.NONE) {
            return one == PartitionView.NONE ? other : one;
        }
        return other - one < 0 ? other : one;
    }

    /**
     * Sends everything over the wire until a probe of the store succeeds: tenures end, objects on their way are given up,
     * and every partition is looked at anew, since the round may have left any of them half done. Where the wire had taken
     * over before, for another reason, that was done then; what was left out is void, and let go when it is seen.
     */
    @Override
    public void failed(Throwable failure, long nowNanos) {
        LOG.error("a round of the uploader failed; the wire takes over until a probe succeeds", failure);
        observer.roundFailed(failure);
        breaker.open(nowNanos, settings.get().fallbackNanos());
        turn(WireReason.STORE, true, nowNanos, "a round failed");
        dirty.recover(table.all());
        catchUps.recover(table.all());
    }

    @Override
    public void stop() {
        turn(WireReason.FAULT, true, ticker.nanos(), "the uploader has ended");
        probeLane.giveUpAll(new CancellationException("the uploader has ended"), ticker.nanos());
    }

    /** What the owner's thread saw last. */
    private record StatusSnapshot(
            int inFlightObjects,
            long inFlightBytes,
            int dirtyPartitions,
            int restingPartitions,
            long unpublishedOffsets,
            long oldestNanos,
            long successNanos) {

        UploaderStatus at(long nowNanos, int trackedPartitions, Optional<WireReason> wireForAll) {
            long age = oldestNanos == PartitionView.NONE ? 0 : Math.max(0, nowNanos - oldestNanos);
            return new UploaderStatus(
                    inFlightObjects,
                    inFlightBytes,
                    dirtyPartitions,
                    restingPartitions,
                    trackedPartitions,
                    wireForAll,
                    unpublishedOffsets,
                    age,
                    Math.max(0, nowNanos - successNanos));
        }
    }
}
