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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.culvert.api.ObjectNotFoundException;
import io.culvert.core.fetch.FetchLimits;
import io.culvert.core.fetch.FollowerObserver;
import io.culvert.core.fetch.GetLatency;
import io.culvert.core.fetch.SectionFetcher;
import io.culvert.core.fetch.WirePreference;
import io.culvert.core.format.FetchMark;
import io.culvert.core.format.ObjectId;
import io.culvert.core.format.ReferenceBatch;
import io.culvert.core.format.References;
import io.culvert.core.format.SectionReference;
import io.culvert.core.time.Ticker;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.CRC32C;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderPartition;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData.EpochEndOffset;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.server.LeaderEndPoint;
import org.apache.kafka.server.PartitionFetchState;
import org.apache.kafka.server.ReplicaFetch;
import org.apache.kafka.server.ReplicaState;
import org.apache.kafka.server.ResultWithPartitions;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.server.network.BrokerEndPoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WalLeaderEndPointTest {

    private static final long FALLBACK_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final Uuid TOPIC_ID = new Uuid(1, 2);
    private static final TopicPartition ZERO = new TopicPartition("orders", 0);
    private static final TopicPartition ONE = new TopicPartition("orders", 1);
    private static final int EPOCH = 4;

    private final Leader leader = new Leader();
    private final Queue<CompletableFuture<ByteBuffer>> reads = new ConcurrentLinkedQueue<>();
    private volatile CompletableFuture<ByteBuffer> nextRead = new CompletableFuture<>();
    private final LongAdder wireBytes = new LongAdder();
    private int responseMaxBytes = 10_000_000;

    /** How far the clock is put forward. */
    private final AtomicLong skippedNanos = new AtomicLong();

    private final Ticker ticker = () -> System.nanoTime() + skippedNanos.get();
    private final WirePreference wire =
            new WirePreference(ticker, () -> FALLBACK_NANOS, new Random(1), FollowerObserver.NONE);
    private final SectionFetcher sections = new SectionFetcher(
            (object, position, length) -> {
                CompletableFuture<ByteBuffer> read = nextRead;
                nextRead = new CompletableFuture<>();
                reads.add(read);
                return read;
            },
            ticker,
            () -> FetchLimits.of(responseMaxBytes, TimeUnit.NANOSECONDS.toMillis(FALLBACK_NANOS)),
            new GetLatency(),
            FollowerObserver.NONE);
    private final WalLeaderEndPoint endPoint = new WalLeaderEndPoint(
            leader,
            () -> false,
            () -> new WalLeaderEndPoint.Parts(sections, wire, wireBytes::add, ticker, () -> FALLBACK_NANOS),
            partition -> true,
            partition -> Integer.MAX_VALUE);

    private final Map<TopicPartition, Long> logEnds = new LinkedHashMap<>(Map.of(ZERO, 0L, ONE, 0L));

    /** A leader that answers what it is told, and remembers what it was asked. */
    private static final class Leader implements LeaderEndPoint {
        Map<TopicPartition, PartitionData> answer = Map.of();
        FetchRequest lastRequest;
        int requests;

        @Override
        public ResultWithPartitions<Optional<ReplicaFetch>> buildFetch(
                Map<TopicPartition, PartitionFetchState> partitions) {
            if (partitions.isEmpty()) {
                return new ResultWithPartitions<>(Optional.empty(), Set.of());
            }
            Map<TopicPartition, FetchRequest.PartitionData> asked = new HashMap<>();
            partitions.forEach((partition, state) -> asked.put(
                    partition,
                    new FetchRequest.PartitionData(
                            TOPIC_ID, state.fetchOffset(), 0, 1 << 20, Optional.of(EPOCH), Optional.of(EPOCH))));
            return new ResultWithPartitions<>(
                    Optional.of(new ReplicaFetch(
                            asked,
                            FetchRequest.Builder.forReplica(ApiKeys.FETCH.latestVersion(), 2, 9, 500, 1, asked))),
                    Set.of());
        }

        @Override
        public Map<TopicPartition, PartitionData> fetch(FetchRequest.Builder request) {
            lastRequest = request.build();
            requests++;
            return answer;
        }

        @Override
        public boolean isTruncationOnFetchSupported() {
            return true;
        }

        @Override
        public void initiateClose() {}

        @Override
        public void close() {}

        @Override
        public BrokerEndPoint brokerEndPoint() {
            return new BrokerEndPoint(1, "localhost", 9092);
        }

        @Override
        public OffsetAndEpoch fetchEarliestOffset(TopicPartition partition, int epoch) {
            throw new UnsupportedOperationException();
        }

        @Override
        public OffsetAndEpoch fetchLatestOffset(TopicPartition partition, int epoch) {
            throw new UnsupportedOperationException();
        }

        @Override
        public OffsetAndEpoch fetchEarliestLocalOffset(TopicPartition partition, int epoch) {
            throw new UnsupportedOperationException();
        }

        @Override
        public OffsetAndEpoch fetchEarliestPendingUploadOffset(TopicPartition partition, int epoch) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Map<TopicPartition, EpochEndOffset> fetchEpochEndOffsets(
                Map<TopicPartition, OffsetForLeaderPartition> partitions) {
            throw new UnsupportedOperationException();
        }
    }

    @AfterEach
    void close() {
        endPoint.initiateClose();
        endPoint.close();
    }

    private Map<TopicPartition, PartitionData> round() {
        Optional<ReplicaFetch> fetch = endPoint.buildFetch(states()).result();
        return endPoint.fetch(fetch.orElseThrow().fetchRequest());
    }

    private Map<TopicPartition, PartitionFetchState> states() {
        Map<TopicPartition, PartitionFetchState> states = new LinkedHashMap<>();
        logEnds.forEach((partition, end) -> states.put(
                partition,
                new PartitionFetchState(
                        Optional.of(TOPIC_ID),
                        end,
                        Optional.of(0L),
                        EPOCH,
                        ReplicaState.FETCHING,
                        Optional.of(EPOCH))));
        return states;
    }

    private static MemoryRecords records(long baseOffset) {
        return MemoryRecords.withRecords(baseOffset, Compression.NONE, EPOCH, new SimpleRecord(1_000, new byte[50]));
    }

    private static PartitionData recordsAnswer(TopicPartition partition, long baseOffset) {
        return new PartitionData()
                .setPartitionIndex(partition.partition())
                .setHighWatermark(baseOffset)
                .setRecords(records(baseOffset));
    }

    private static PartitionData referencesAnswer(TopicPartition partition, long baseOffset) {
        return referencesAnswer(partition, baseOffset, 0, EPOCH);
    }

    private static PartitionData referencesAnswer(TopicPartition partition, long baseOffset, long waitedMs, int epoch) {
        ByteBuffer section = records(baseOffset).buffer();
        CRC32C crc = new CRC32C();
        crc.update(section.duplicate());
        SectionReference reference = new SectionReference(
                0,
                new ObjectId(1, 7, 100 + partition.partition()),
                64,
                section.remaining(),
                (int) crc.getValue(),
                epoch,
                baseOffset,
                baseOffset + 1);
        return new PartitionData()
                .setPartitionIndex(partition.partition())
                .setHighWatermark(baseOffset)
                .setRecords(MemoryRecords.readableRecords(
                        ReferenceBatch.encode(baseOffset, epoch, new References(waitedMs, List.of(reference)))));
    }

    private FetchMark mark() {
        return FetchMark.parse(leader.lastRequest.data().rackId()).orElseThrow();
    }

    @Test
    void putsTheRecordsInThePlaceOfTheReferences() {
        leader.answer = Map.of(ZERO, referencesAnswer(ZERO, 0));
        nextRead.complete(records(0).buffer());

        Map<TopicPartition, PartitionData> round = round();

        assertThat(round).containsOnlyKeys(ZERO);
        assertThat(round.get(ZERO).records()).isEqualTo(records(0));
        assertThat(mark()).isEqualTo(FetchMark.EVERYTHING);
        assertThat(wireBytes.sum()).isZero();
    }

    @Test
    void asksOnlyForClassicPartitionsWhileTheBrokerStarts() {
        AtomicBoolean starting = new AtomicBoolean(true);
        WalLeaderEndPoint early =
                new WalLeaderEndPoint(leader, starting::get, () -> null, ZERO::equals, partition -> Integer.MAX_VALUE);

        assertThat(early.buildFetch(states()).result().orElseThrow().partitionData())
                .containsOnlyKeys(ONE);
        starting.set(false);
        assertThat(early.buildFetch(states()).result().orElseThrow().partitionData())
                .containsOnlyKeys(ZERO, ONE);
    }

    @Test
    void doesNotHoldUpRecordsForASectionThatHangs() {
        leader.answer = Map.of(ZERO, referencesAnswer(ZERO, 0), ONE, recordsAnswer(ONE, 0));

        Map<TopicPartition, PartitionData> round = round();

        assertThat(round).containsOnlyKeys(ONE);
        assertThat(reads).as("still under way").allMatch(read -> !read.isDone()).isNotEmpty();
        assertThat(wireBytes.sum()).isEqualTo(records(0).sizeInBytes());
    }

    @Test
    void goesOnAskingForOtherPartitionsWhileASectionHangs() {
        leader.answer = Map.of(ZERO, referencesAnswer(ZERO, 0));
        assertThat(round()).isEmpty();

        leader.answer = Map.of(ONE, recordsAnswer(ONE, 0));
        Map<TopicPartition, PartitionData> round = round();

        assertThat(round).containsOnlyKeys(ONE);
        assertThat(leader.lastRequest.maxWait()).isLessThanOrEqualTo(5);
        assertThat(leader.lastRequest.data().topics().get(0).partitions())
                .extracting(partition -> partition.partition())
                .containsExactly(1);
    }

    @Test
    void readsNoSectionTwiceOverRounds() {
        leader.answer = Map.of(ZERO, referencesAnswer(ZERO, 0));
        round();
        leader.answer = Map.of(ONE, recordsAnswer(ONE, 0));
        round();
        assertThat(reads).hasSize(1);

        reads.remove().complete(records(0).buffer());

        assertThat(round()).containsKeys(ZERO);
        assertThat(reads).isEmpty();
    }

    @Test
    void waitsForTheStoreWithoutARequestWhenEveryPartitionDoes() {
        logEnds.remove(ONE);
        leader.answer = Map.of(ZERO, referencesAnswer(ZERO, 0));
        assertThat(round()).isEmpty();
        CompletableFuture<Map<TopicPartition, PartitionData>> round = CompletableFuture.supplyAsync(this::round);
        reads.remove().complete(records(0).buffer());

        assertThat(round.join()).containsOnlyKeys(ZERO);
        assertThat(leader.requests).isEqualTo(1);
    }

    @Test
    void asksForAPartitionOverTheWireOnceItsSectionCannotBeHad() {
        leader.answer = Map.of(ZERO, referencesAnswer(ZERO, 0));
        nextRead.completeExceptionally(new ObjectNotFoundException("gone"));
        assertThat(round()).isEmpty();

        leader.answer = Map.of(ZERO, recordsAnswer(ZERO, 0));

        assertThat(round()).containsOnlyKeys(ZERO);
        assertThat(mark().wantsWire(TOPIC_ID, 0)).isTrue();
        assertThat(mark().wantsWire(TOPIC_ID, 1)).isFalse();
    }

    @Test
    void asksForEverythingOverTheWireOnceRecordsHaveWaitedForTheFallbackTimeInAll() {
        long waitedNanos = FALLBACK_NANOS / 2;
        leader.answer = Map.of(ZERO, referencesAnswer(ZERO, 0, TimeUnit.NANOSECONDS.toMillis(waitedNanos), EPOCH));
        round();
        leader.answer = Map.of(ONE, recordsAnswer(ONE, 0));
        skippedNanos.addAndGet(FALLBACK_NANOS - waitedNanos - TimeUnit.MINUTES.toNanos(1));
        round();
        assertThat(reads).as("still under way").hasSize(1).allMatch(read -> !read.isDone());

        skippedNanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
        round();
        assertThat(reads).allMatch(CompletableFuture::isCancelled);
        round();

        assertThat(leader.lastRequest.rackId()).as("everything over the wire").isEmpty();
    }

    @Test
    void doesNotReadForThoseThatWaitForTheirTurnFromAStoreThatFailsOthers() {
        responseMaxBytes = 1;
        leader.answer = Map.of(ZERO, referencesAnswer(ZERO, 0), ONE, referencesAnswer(ONE, 0));
        assertThat(round()).isEmpty();
        assertThat(reads).as("one at a time").hasSize(1);

        skippedNanos.addAndGet(FALLBACK_NANOS);
        assertThat(round()).isEmpty();
        leader.answer = Map.of(ZERO, recordsAnswer(ZERO, 0), ONE, recordsAnswer(ONE, 0));

        assertThat(round()).containsOnlyKeys(ZERO, ONE);
        assertThat(leader.lastRequest.rackId()).as("everything over the wire").isEmpty();
        assertThat(reads).hasSize(1);
    }

    @Test
    void asksForAPartitionOverTheWireWhoseReferencesAreDamaged() {
        PartitionData damaged = referencesAnswer(ZERO, 0);
        ByteBuffer bytes = ((MemoryRecords) damaged.records()).buffer();
        bytes.put(bytes.limit() - 1, (byte) (bytes.get(bytes.limit() - 1) + 1));
        leader.answer = Map.of(ZERO, damaged);
        assertThat(round()).isEmpty();

        leader.answer = Map.of();
        round();

        assertThat(mark().wantsWire(TOPIC_ID, 0)).isTrue();
    }

    /** Whatever the batch itself says its fetch's epoch is. */
    @Test
    void readsNoSectionOfALaterLeaderEpochThanItAskedFor() {
        nextRead.complete(records(0).buffer());
        leader.answer = Map.of(ZERO, referencesAnswer(ZERO, 0, 0, EPOCH + 1));
        assertThat(round()).isEmpty();

        leader.answer = Map.of();
        round();

        assertThat(reads).isEmpty();
        assertThat(mark().wantsWire(TOPIC_ID, 0)).isTrue();
    }

    @Test
    void endsAWaitForTheStoreWhenItBeginsToClose() {
        leader.answer = Map.of(ZERO, referencesAnswer(ZERO, 0), ONE, referencesAnswer(ONE, 0));
        round();
        CompletableFuture<Map<TopicPartition, PartitionData>> round = CompletableFuture.supplyAsync(this::round);
        await().until(() -> reads.size() == 2);

        endPoint.initiateClose();

        assertThat(round.join()).isEmpty();
        assertThat(reads).allMatch(CompletableFuture::isCancelled);
    }
}
