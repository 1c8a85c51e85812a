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

package io.culvert.broker.runtime;

import io.culvert.api.CorruptObjectException;
import io.culvert.core.fetch.FetchFailure;
import io.culvert.core.fetch.FetchRound;
import io.culvert.core.fetch.PartitionReferences;
import io.culvert.core.fetch.SectionFetcher;
import io.culvert.core.fetch.WirePreference;
import io.culvert.core.format.ReferenceBatch;
import io.culvert.core.format.References;
import io.culvert.core.format.SectionReference;
import io.culvert.core.time.Ticker;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.server.LeaderEndPoint;
import org.apache.kafka.server.PartitionFetchState;
import org.apache.kafka.server.ReplicaFetch;
import org.apache.kafka.server.ResultWithPartitions;
import org.jspecify.annotations.Nullable;

/**
 * A leader that is reached as ever, except that it may answer a fetch with references: then the sections that they name
 * are read from the store, verified, and put in the place of the references, so that the fetcher thread appends records
 * and never knows.
 *
 * <p>Owned by one replica fetcher thread; {@link #initiateClose()} may be called by any other and ends a wait for the
 * store at once. Everything but {@link #buildFetch} and {@link #fetch} is the stock end point's. A partition whose
 * section is still being read is left out of the next requests until it has arrived or failed; a partition whose section
 * cannot be had is asked for as records, over the wire, from the next request on (I7).
 */
final class WalLeaderEndPoint extends ForwardingLeaderEndPoint {

    /** How long a leader may hold a fetch while a read for other partitions of this thread is under way. */
    private static final int PENDING_WAIT_MS = 5;

    private final BooleanSupplier starting;
    private final Supplier<@Nullable Parts> parts;
    private final Predicate<TopicPartition> isWal;
    private final ToIntFunction<TopicPartition> maxAppendBytes;
    private final Map<TopicPartition, Pending> pending = new HashMap<>();

    private volatile @Nullable Parts used;
    private volatile boolean closed;
    private Map<TopicPartition, FetchRequest.PartitionData> asked = Map.of();
    /** The request of a round in which every partition waits for the store, and which is never sent. */
    private FetchRequest.@Nullable Builder notSent;

    /**
     * What the object path needs, one set for each fetcher thread.
     *
     * @param sections reads sections
     * @param wire which partitions are to come over the wire for now
     * @param wireBytes hears of records of WAL partitions that came over the wire, in bytes
     * @param ticker the clock of {@code sections}
     * @param fallbackNanos how long a round lasts at most
     */
    record Parts(
            SectionFetcher sections,
            WirePreference wire,
            LongConsumer wireBytes,
            Ticker ticker,
            LongSupplier fallbackNanos) {}

    /** A partition whose section is being read. */
    private record Pending(FetchRequest.PartitionData asked, PartitionData answer, PartitionReferences references) {}

    /**
     * Wraps an end point.
     *
     * @param stock the end point to wrap
     * @param starting whether the broker is still starting; WAL partitions are not asked for then: nobody waits for a
     *     broker that is in no ISR yet, and what it has missed is to come through the store
     * @param parts gives this thread's parts once the broker's runtime is ready, null until then; asked until it does
     * @param isWal whether a partition belongs to a WAL topic now
     * @param maxAppendBytes how many bytes a partition's log takes in one append: its segment size
     */
    WalLeaderEndPoint(
            LeaderEndPoint stock,
            BooleanSupplier starting,
            Supplier<@Nullable Parts> parts,
            Predicate<TopicPartition> isWal,
            ToIntFunction<TopicPartition> maxAppendBytes) {
        super(stock);
        this.starting = starting;
        this.parts = parts;
        this.isWal = isWal;
        this.maxAppendBytes = maxAppendBytes;
    }

    private @Nullable Parts parts() {
        Parts known = used;
        if (known == null && !closed) {
            known = parts.get();
            used = known;
            if (known != null && closed) {
                known.sections().close();
            }
        }
        return known;
    }

    @Override
    public ResultWithPartitions<Optional<ReplicaFetch>> buildFetch(
            Map<TopicPartition, PartitionFetchState> partitions) {
        // Asked before the parts: they are there before the start is over.
        boolean tooEarly = starting.getAsBoolean();
        Parts ready = parts();
        if (ready == null) {
            return stock.buildFetch(tooEarly ? withoutWal(partitions) : partitions);
        }
        pending.entrySet().removeIf(entry -> !isStillWanted(entry.getValue(), partitions.get(entry.getKey())));
        Map<TopicPartition, PartitionFetchState> rest = withoutPending(partitions);
        ResultWithPartitions<Optional<ReplicaFetch>> built = stock.buildFetch(rest);
        notSent = null;
        if (built.result().isPresent()) {
            return new ResultWithPartitions<>(
                    Optional.of(marked(built.result().get(), rest, ready)), built.partitionsWithError());
        }
        if (pending.isEmpty()) {
            asked = Map.of();
            return built;
        }
        return new ResultWithPartitions<>(Optional.of(onlyPending()), built.partitionsWithError());
    }

    private static boolean isStillWanted(Pending waiting, @Nullable PartitionFetchState state) {
        return state != null
                && state.isReadyForFetch()
                && state.fetchOffset() == waiting.asked().fetchOffset
                && waiting.asked().currentLeaderEpoch.equals(Optional.of(state.currentLeaderEpoch()));
    }

    private Map<TopicPartition, PartitionFetchState> withoutPending(
            Map<TopicPartition, PartitionFetchState> partitions) {
        if (pending.isEmpty()) {
            return partitions;
        }
        Map<TopicPartition, PartitionFetchState> rest = new LinkedHashMap<>(partitions);
        rest.keySet().removeAll(pending.keySet());
        return rest;
    }

    private Map<TopicPartition, PartitionFetchState> withoutWal(Map<TopicPartition, PartitionFetchState> partitions) {
        Map<TopicPartition, PartitionFetchState> rest = new LinkedHashMap<>(partitions);
        rest.keySet().removeIf(isWal);
        return rest;
    }

    private ReplicaFetch marked(ReplicaFetch fetch, Map<TopicPartition, PartitionFetchState> partitions, Parts ready) {
        FetchRequest.Builder request = fetch.fetchRequest();
        List<TopicIdPartition> wal = walPartitions(partitions);
        ready.wire().retain(plusPending(wal));
        ready.wire().mark(wal).ifPresent(request::rackId);
        Map<TopicPartition, FetchRequest.PartitionData> all = fetch.partitionData();
        if (!pending.isEmpty()) {
            all = new HashMap<>(all);
            addPending(all);
            request = new ShortWaitFetch(request, PENDING_WAIT_MS);
        }
        asked = all;
        return new ReplicaFetch(all, request);
    }

    private List<TopicIdPartition> walPartitions(Map<TopicPartition, PartitionFetchState> partitions) {
        List<TopicIdPartition> wal = new ArrayList<>(partitions.size());
        partitions.forEach((partition, state) -> {
            if (state.topicId().isPresent() && isWal.test(partition)) {
                wal.add(new TopicIdPartition(state.topicId().get(), partition));
            }
        });
        return wal;
    }

    private List<TopicIdPartition> plusPending(List<TopicIdPartition> wal) {
        if (pending.isEmpty()) {
            return wal;
        }
        List<TopicIdPartition> all = new ArrayList<>(wal);
        pending.values().forEach(waiting -> all.add(waiting.references().partition()));
        return all;
    }

    private ReplicaFetch onlyPending() {
        Map<TopicPartition, FetchRequest.PartitionData> all = new HashMap<>();
        addPending(all);
        FetchRequest.Builder unsent = FetchRequest.Builder.forConsumer((short) 12, 0, 0, all);
        notSent = unsent;
        asked = all;
        return new ReplicaFetch(all, unsent);
    }

    private void addPending(Map<TopicPartition, FetchRequest.PartitionData> all) {
        pending.forEach((partition, waiting) -> all.put(partition, waiting.asked()));
    }

    @Override
    public Map<TopicPartition, PartitionData> fetch(FetchRequest.Builder request) {
        boolean onlyPending = isUnsent(request);
        Map<TopicPartition, PartitionData> answer = onlyPending ? Map.of() : stock.fetch(request);
        Parts ready = used;
        return ready == null ? answer : resolve(answer, onlyPending, ready);
    }

    @SuppressWarnings("ReferenceEquality") // it is the very object that buildFetch returned
    private boolean isUnsent(FetchRequest.Builder request) {
        return request == notSent;
    }

    private Map<TopicPartition, PartitionData> resolve(
            Map<TopicPartition, PartitionData> answer, boolean onlyPending, Parts ready) {
        Map<TopicPartition, PartitionData> resolved = new LinkedHashMap<>(answer);
        long recordBytes = 0;
        long wireBytes = 0;
        for (Map.Entry<TopicPartition, PartitionData> entry : answer.entrySet()) {
            FetchRequest.PartitionData question = asked.get(entry.getKey());
            ByteBuffer references = referenceBytes(entry.getValue());
            if (references == null) {
                long bytes = recordBytes(entry.getValue());
                recordBytes += bytes;
                wireBytes += isWal.test(entry.getKey()) ? bytes : 0;
            } else {
                resolved.remove(entry.getKey());
                if (question != null) {
                    await(entry.getKey(), question, entry.getValue(), references, ready);
                }
            }
        }
        if (wireBytes > 0) {
            ready.wireBytes().accept(wireBytes);
        }
        if (!pending.isEmpty()) {
            readSections(resolved, ready, longestWaitNanos(onlyPending, recordBytes > 0, ready));
        }
        ready.wire().endRound();
        giveUpUnread(ready);
        return resolved;
    }

    /**
     * How long this round may wait for the store. Nothing else is to be done while every partition waits for it; but
     * records that are there are not to wait for sections, nor are partitions without any for a read that hangs.
     */
    private static long longestWaitNanos(boolean onlyPending, boolean hasRecords, Parts ready) {
        long fallbackNanos = ready.fallbackNanos().getAsLong();
        if (onlyPending) {
            return fallbackNanos;
        }
        long patienceNanos = hasRecords
                ? TimeUnit.MILLISECONDS.toNanos(PENDING_WAIT_MS)
                : ready.sections().patienceNanos();
        return Math.min(fallbackNanos, patienceNanos);
    }

    private void await(
            TopicPartition partition,
            FetchRequest.PartitionData question,
            PartitionData answer,
            ByteBuffer references,
            Parts ready) {
        TopicIdPartition id = new TopicIdPartition(question.topicId, partition);
        try {
            References decoded = ReferenceBatch.decode(references);
            requireEpochsUpTo(question.currentLeaderEpoch, decoded.sections());
            long waitedNanos = TimeUnit.MILLISECONDS.toNanos(decoded.waitedMs());
            pending.put(
                    partition,
                    new Pending(
                            question,
                            answer,
                            new PartitionReferences(id, question.fetchOffset, waitedNanos, decoded.sections())));
        } catch (CorruptObjectException e) {
            ready.wire().failed(id, FetchFailure.CORRUPT, String.valueOf(e.getMessage()));
        }
    }

    /** A leader at the epoch that was asked for has read nothing at a later one. */
    private static void requireEpochsUpTo(Optional<Integer> askedEpoch, List<SectionReference> sections)
            throws CorruptObjectException {
        int newest = sections.get(sections.size() - 1).leaderEpoch();
        if (askedEpoch.isPresent() && newest > askedEpoch.get()) {
            throw new CorruptObjectException("section is of a leader epoch later than the fetch's: sectionEpoch="
                    + newest + " fetchEpoch=" + askedEpoch.get());
        }
    }

    private void readSections(Map<TopicPartition, PartitionData> resolved, Parts ready, long longestWaitNanos) {
        List<PartitionReferences> wanted =
                pending.values().stream().map(Pending::references).toList();
        FetchRound round = ready.sections().fetch(wanted, ready.ticker().nanos() + longestWaitNanos);
        round.arrived().forEach((id, bytes) -> {
            Pending waiting = pending.remove(id.topicPartition());
            if (waiting != null) {
                MemoryRecords records = WholeBatches.upTo(bytes, maxAppendBytes.applyAsInt(id.topicPartition()));
                resolved.put(id.topicPartition(), waiting.answer().setRecords(records));
            }
        });
        round.failed().keySet().forEach(id -> pending.remove(id.topicPartition()));
        ready.wire().concluded(round);
    }

    /** Whoever waits for a turn to read would wait for a store that fails others: the wire has it at once. */
    private void giveUpUnread(Parts ready) {
        if (ready.wire().isStoreSuspect()) {
            pending.values()
                    .removeIf(waiting ->
                            !ready.sections().isReading(waiting.references().partition()));
        }
    }

    private static @Nullable ByteBuffer referenceBytes(PartitionData data) {
        if (data.errorCode() != Errors.NONE.code() || !(data.records() instanceof MemoryRecords records)) {
            return null;
        }
        ByteBuffer bytes = records.buffer();
        return ReferenceBatch.isReferenceBatch(bytes) ? bytes : null;
    }

    private static long recordBytes(PartitionData data) {
        return data.records() == null ? 0 : data.records().sizeInBytes();
    }

    @Override
    public void initiateClose() {
        closed = true;
        Parts ready = used;
        if (ready != null) {
            ready.sections().close();
        }
        stock.initiateClose();
    }

    @Override
    public void close() {
        closed = true;
        Parts ready = used;
        if (ready != null) {
            ready.sections().close();
            ready.wire().close();
        }
        stock.close();
    }

    @Override
    public String toString() {
        return "WalLeaderEndPoint(" + stock + ")";
    }
}
