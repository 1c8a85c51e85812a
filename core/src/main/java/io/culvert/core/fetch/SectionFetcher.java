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

import io.culvert.core.format.SectionReference;
import io.culvert.core.time.Ticker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicIdPartition;

/**
 * Fetches the sections that a leader's references name, a round at a time, for one replica fetcher thread.
 *
 * <p>That thread owns it; only {@link #close()} may be called by others. A round starts the GETs that are not under way
 * yet and waits for the store, so that one slow GET does not hold up what has arrived: its partition is pending, its GET
 * stays under way, and the next round's equal reference finds it again. Nothing is read twice, but for hedges. Bytes
 * under way are bounded over rounds (I8); bytes handed out are verified (I3).
 */
public final class SectionFetcher implements AutoCloseable {

    private final Ticker ticker;
    private final Supplier<FetchLimits> limits;
    private final GetLatency latency;
    private final FollowerObserver observer;
    private final ArrivalSignal signal;
    private final GetsInFlight gets;
    private final GetPlanner planner = new GetPlanner();
    /** Per partition asked for in the last round, the range that each of its sections is read with. */
    private Map<TopicIdPartition, Map<SectionReference, RangeGet>> reading = new HashMap<>();

    /**
     * Creates a fetcher.
     *
     * @param source where objects are read
     * @param ticker the clock of deadlines
     * @param limits looked up at the start of every round
     * @param latency the broker's history of GETs
     * @param observer hears what happens
     */
    public SectionFetcher(
            ObjectSource source,
            Ticker ticker,
            Supplier<FetchLimits> limits,
            GetLatency latency,
            FollowerObserver observer) {
        this(source, ticker, limits, latency, observer, ArrivalSignal.create());
    }

    SectionFetcher(
            ObjectSource source,
            Ticker ticker,
            Supplier<FetchLimits> limits,
            GetLatency latency,
            FollowerObserver observer,
            ArrivalSignal signal) {
        this.ticker = ticker;
        this.limits = limits;
        this.latency = latency;
        this.observer = observer;
        this.signal = signal;
        this.gets = new GetsInFlight(source, ticker, latency, observer, signal);
    }

    /**
     * Fetches what it can of the partitions asked for. Waits until all of it is there or failed, or a short grace after
     * the first partition is, or the deadline; not at all once closed or when the thread is interrupted.
     *
     * <p>Reads for a partition or reference that is not asked for again are given up: pass every partition whose answer
     * held references, each once.
     *
     * @param wanted the partitions of one answer
     * @param deadlineNanos when to return at the latest, by the ticker given at construction
     * @return what arrived, failed and is still to come
     */
    public FetchRound fetch(List<PartitionReferences> wanted, long deadlineNanos) {
        FetchLimits bounds = limits.get();
        RoundResult result = new RoundResult(observer);
        Map<TopicIdPartition, PartitionReferences> admitted = new LinkedHashMap<>();
        for (PartitionReferences partition : wanted) {
            result.admit(partition, bounds).ifPresent(good -> admitted.put(good.partition(), good));
        }
        gets.update(bounds);
        giveUpAllBut(admitted);
        if (!hasUnanswered(admitted)) {
            start(admitted, bounds);
        }
        await(admitted, bounds, deadlineNanos, result.hasFailures());
        for (PartitionReferences partition : admitted.values()) {
            deliver(partition, result);
        }
        return result.toRound();
    }

    /**
     * How long a round should last at most while the thread has more to do than to wait for the store: long enough for
     * reads as they are, short enough that one that hangs does not hold up partitions without any.
     */
    public long patienceNanos() {
        return latency.patienceNanos();
    }

    /** Whether a read for a partition of the last round is under way, or done and not fetched yet. */
    public boolean isReading(TopicIdPartition partition) {
        Map<SectionReference, RangeGet> sections = reading.get(partition);
        return sections != null && !sections.isEmpty();
    }

    private void giveUpAllBut(Map<TopicIdPartition, PartitionReferences> admitted) {
        Map<TopicIdPartition, Map<SectionReference, RangeGet>> kept = new HashMap<>();
        for (PartitionReferences partition : admitted.values()) {
            Map<SectionReference, RangeGet> before = reading.getOrDefault(partition.partition(), new HashMap<>());
            Map<SectionReference, RangeGet> still = new HashMap<>();
            for (SectionReference reference : partition.references()) {
                RangeGet get = before.remove(reference);
                if (get != null) {
                    still.put(reference, get);
                }
            }
            kept.put(partition.partition(), still);
        }
        reading.values().forEach(left -> left.values().forEach(gets::release));
        reading = kept;
        planner.retain(admitted.keySet());
    }

    /**
     * Whether the store left a read unanswered: what is not read yet then waits for the next round, when the caller has
     * decided whether it is to wait for such a store at all.
     */
    private boolean hasUnanswered(Map<TopicIdPartition, PartitionReferences> admitted) {
        return admitted.keySet().stream()
                .flatMap(partition -> reading.getOrDefault(partition, Map.of()).values().stream())
                .anyMatch(get -> get.failure() == FetchFailure.UNAVAILABLE);
    }

    private void start(Map<TopicIdPartition, PartitionReferences> admitted, FetchLimits bounds) {
        if (gets.isClosed()) {
            return;
        }
        Map<TopicIdPartition, List<SectionReference>> missing = new LinkedHashMap<>();
        for (PartitionReferences partition : admitted.values()) {
            Map<SectionReference, RangeGet> known = reading(partition);
            for (SectionReference reference : partition.references()) {
                if (!known.containsKey(reference)) {
                    missing.computeIfAbsent(partition.partition(), key -> new ArrayList<>())
                            .add(reference);
                }
            }
        }
        for (RangeRead read : planner.plan(missing, bounds, gets.bytesHeld(), gets.size())) {
            RangeGet get = gets.start(read, longestWaitNanos(read, admitted));
            for (SectionRequest section : read.sections()) {
                reading.getOrDefault(section.partition(), new HashMap<>()).put(section.reference(), get);
            }
        }
    }

    private static long longestWaitNanos(RangeRead read, Map<TopicIdPartition, PartitionReferences> admitted) {
        long longest = 0;
        for (SectionRequest section : read.sections()) {
            PartitionReferences partition = admitted.get(section.partition());
            longest = partition == null ? longest : Math.max(longest, partition.waitedNanos());
        }
        return longest;
    }

    private void await(
            Map<TopicIdPartition, PartitionReferences> admitted,
            FetchLimits bounds,
            long deadlineNanos,
            boolean someFailed) {
        long end = deadlineNanos;
        boolean inGrace = false;
        try {
            while (gets.size() > 0 && !gets.isClosed()) {
                long now = ticker.nanos();
                if (!inGrace && (someFailed || admitted.values().stream().anyMatch(this::canBeAnswered))) {
                    inGrace = true;
                    end = now + Math.min(deadlineNanos - now, bounds.graceNanos());
                }
                long patience = end - now;
                if (patience <= 0) {
                    return;
                }
                signal.await(Math.min(patience, gets.nanosUntilUpdate(bounds)));
                gets.update(bounds);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean canBeAnswered(PartitionReferences partition) {
        RangeGet get = reading(partition).get(partition.references().get(0));
        return get != null && get.isDone();
    }

    private void deliver(PartitionReferences partition, RoundResult result) {
        Map<SectionReference, RangeGet> sections = reading(partition);
        for (SectionReference reference : partition.references()) {
            RangeGet get = sections.get(reference);
            if (get == null || !get.isDone()) {
                result.pending(partition.partition());
                break;
            }
            if (!result.take(partition, reference, get)) {
                sections.values().forEach(gets::release);
                sections.clear();
                break;
            }
            sections.remove(reference);
            gets.release(get);
        }
    }

    private Map<SectionReference, RangeGet> reading(PartitionReferences partition) {
        return reading.getOrDefault(partition.partition(), new HashMap<>());
    }

    /**
     * Cancels all GETs at once and ends a round that is under way; later rounds return without waiting. From any thread,
     * any number of times.
     */
    @Override
    public void close() {
        gets.close();
    }
}
