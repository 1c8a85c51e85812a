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

import static io.culvert.core.fetch.SampleLogs.batch;
import static io.culvert.core.fetch.SampleLogs.bytes;
import static io.culvert.core.fetch.SampleLogs.concat;
import static io.culvert.core.fetch.SampleLogs.object;
import static io.culvert.core.fetch.SampleLogs.partition;
import static io.culvert.core.fetch.SampleLogs.waiting;
import static io.culvert.core.fetch.SampleLogs.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.api.InvalidStorageException;
import io.culvert.api.RetriableStorageException;
import io.culvert.core.fetch.SampleLogs.ObjectBuilder;
import io.culvert.core.fetch.SimulatedStore.Answer;
import io.culvert.core.format.SectionReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class SectionFetcherTest {

    private static final int GRACE_MS = 3;
    private static final int DEADLINE_MS = 1_000;

    private final SimulatedStore store = new SimulatedStore();
    private final FetchLimits limits = limits(100_000);
    private final SectionFetcher fetcher = fetcher(limits);

    private static FetchLimits limits(int roundBytes) {
        return new FetchLimits(
                roundBytes,
                2 * roundBytes,
                400_000,
                200_000,
                1_000,
                16,
                TimeUnit.MILLISECONDS.toNanos(GRACE_MS),
                TimeUnit.MILLISECONDS.toNanos(DEADLINE_MS));
    }

    private SectionFetcher fetcher(FetchLimits bounds) {
        return new SectionFetcher(store, store, () -> bounds, new GetLatency(), FollowerObserver.NONE, store);
    }

    private FetchRound fetch(PartitionReferences... wanted) {
        return fetcher.fetch(List.of(wanted), store.nanos() + TimeUnit.MILLISECONDS.toNanos(DEADLINE_MS));
    }

    private long elapsedMs(long sinceNanos) {
        return TimeUnit.NANOSECONDS.toMillis(store.nanos() - sinceNanos);
    }

    @Test
    void readsAllPartitionsOfAnObjectWithOneGet() {
        ObjectBuilder object = new ObjectBuilder(0);
        SectionReference first = object.section(100, 500);
        SectionReference second = object.section(40, 700);
        object.storeIn(store);

        FetchRound round = fetch(wanted(0, first), wanted(1, second));

        assertThat(store.gets()).hasSize(1);
        assertThat(bytes(round.arrived().get(partition(0)))).isEqualTo(batch(100, 10, 500));
        assertThat(bytes(round.arrived().get(partition(1)))).isEqualTo(batch(40, 10, 700));
        assertThat(round.failed()).isEmpty();
        assertThat(round.pending()).isEmpty();
    }

    @Test
    void joinsSectionsOfSeveralObjects() {
        List<SectionReference> references = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ObjectBuilder object = new ObjectBuilder(i);
            references.add(object.section(10L * i, 300));
            object.storeIn(store);
        }

        FetchRound round = fetch(wanted(0, references.toArray(SectionReference[]::new)));

        assertThat(bytes(round.arrived().get(partition(0))))
                .isEqualTo(concat(batch(0, 10, 300), batch(10, 10, 300), batch(20, 10, 300)));
        assertThat(store.gets()).hasSize(3);
    }

    @Test
    void startsWithTheBatchThatHoldsTheFetchOffset() {
        ObjectBuilder object = new ObjectBuilder(0);
        SectionReference reference =
                object.section(0, 30, concat(batch(0, 10, 200), batch(10, 10, 200), batch(20, 10, 200)));
        object.storeIn(store);

        FetchRound round = fetch(new PartitionReferences(partition(0), 15, 0, List.of(reference)));

        assertThat(bytes(round.arrived().get(partition(0)))).isEqualTo(concat(batch(10, 10, 200), batch(20, 10, 200)));
    }

    @Test
    void doesNotHoldUpWhatArrivedForOneSlowGet() {
        SectionReference fast = storeOne(0, 0);
        SectionReference slow = storeOne(1, 0);
        store.behave(get -> Answer.after(get.object().equals(object(1)) ? 400 : 5));
        long start = store.nanos();

        FetchRound round = fetch(wanted(0, fast), wanted(1, slow));

        assertThat(elapsedMs(start)).isEqualTo(5 + GRACE_MS);
        assertThat(round.arrived()).containsOnlyKeys(partition(0));
        assertThat(round.pending()).containsExactly(partition(1));
    }

    @Test
    void findsAPendingReadAgainAndReadsNothingTwice() {
        SectionReference fast = storeOne(0, 0);
        SectionReference slow = storeOne(1, 0);
        SectionReference next = storeOne(2, 10);
        store.behave(get -> Answer.after(get.object().equals(object(1)) ? 12 : 5));

        FetchRound first = fetch(wanted(0, fast), wanted(1, slow));
        FetchRound second = fetch(wanted(0, next), wanted(1, slow));

        assertThat(first.pending()).containsExactly(partition(1));
        assertThat(second.arrived()).containsOnlyKeys(partition(0), partition(1));
        assertThat(store.gets()).hasSize(3);
        assertThat(store.cancelled()).isZero();
    }

    @Test
    void handsOutTheArrivedStartOfAPartitionAndKeepsTheRestUnderWay() {
        SectionReference start = storeOne(0, 0);
        SectionReference rest = storeOne(1, 10);
        store.behave(get -> Answer.after(get.object().equals(object(1)) ? 50 : 5));

        FetchRound first = fetch(wanted(0, start, rest));
        FetchRound second = fetch(wanted(0, rest));

        assertThat(bytes(first.arrived().get(partition(0)))).isEqualTo(batch(0, 10, 300));
        assertThat(first.pending()).containsExactly(partition(0));
        assertThat(bytes(second.arrived().get(partition(0)))).isEqualTo(batch(10, 10, 300));
        assertThat(store.gets()).hasSize(2);
    }

    @Test
    void keepsALaterSectionThatArrivedBeforeAnEarlierOne() {
        SectionReference early = storeOne(0, 0);
        SectionReference late = storeOne(1, 10);
        store.behave(get -> Answer.after(get.object().equals(object(0)) ? 50 : 5));

        FetchRound round = fetch(wanted(0, early, late));

        assertThat(bytes(round.arrived().get(partition(0)))).isEqualTo(concat(batch(0, 10, 300), batch(10, 10, 300)));
    }

    @Test
    void cancelsReadsOfPartitionsThatDoNotComeBack() {
        SectionReference gone = storeOne(0, 0);
        SectionReference other = storeOne(1, 0);
        store.behave(get -> get.object().equals(object(0)) ? Answer.never() : Answer.after(5));
        fetch(wanted(0, gone), wanted(1, other));

        fetch();

        assertThat(store.cancelled()).isEqualTo(1);
        assertThat(store.openGets()).isZero();
    }

    @Test
    void cancelsReadsOfReferencesThatMoved() {
        SectionReference before = storeOne(0, 0);
        SectionReference after = storeOne(1, 0);
        SectionReference other = storeOne(2, 0);
        store.behave(get -> get.object().equals(object(0)) ? Answer.never() : Answer.after(5));
        fetch(wanted(0, before), wanted(1, other));

        FetchRound round = fetch(wanted(0, after));

        assertThat(store.gets().get(0).future()).isCancelled();
        assertThat(round.arrived()).containsOnlyKeys(partition(0));
    }

    @Test
    void failsAPartitionWhoseReadHangsOnceItsDeadlineIsOver() {
        SectionReference hanging = storeOne(0, 0);
        store.behave(get -> Answer.never());
        long start = store.nanos();

        FetchRound round = fetch(wanted(0, hanging));

        assertThat(elapsedMs(start)).isEqualTo(DEADLINE_MS);
        assertThat(round.failed()).containsEntry(partition(0), FetchFailure.UNAVAILABLE);
        assertThat(round.problem()).contains("no answer from the store");
        assertThat(store.openGets()).isZero();
    }

    @Test
    void givesAReadOnlyTheTimeThatItsRecordsHaveLeft() {
        SectionReference hanging = storeOne(0, 0);
        store.behave(get -> Answer.never());
        long start = store.nanos();

        FetchRound round = fetch(waiting(0, 600, hanging));

        assertThat(elapsedMs(start)).isEqualTo(DEADLINE_MS - 600);
        assertThat(round.failed()).containsEntry(partition(0), FetchFailure.UNAVAILABLE);
    }

    @Test
    void givesAReadAQuarterOfTheTimeWhateverTheLeaderSays() {
        SectionReference hanging = storeOne(0, 0);
        store.behave(get -> Answer.never());
        long start = store.nanos();

        FetchRound round = fetch(waiting(0, Long.MAX_VALUE, hanging));

        assertThat(elapsedMs(start)).isEqualTo(DEADLINE_MS / 4);
        assertThat(round.failed()).containsOnlyKeys(partition(0));
    }

    @Test
    void aReadForSeveralPartitionsHasTheTimeOfTheOneThatWaitedLongest() {
        ObjectBuilder object = new ObjectBuilder(0);
        SectionReference first = object.section(100, 500);
        SectionReference second = object.section(40, 700);
        object.storeIn(store);
        SectionReference alone = storeOne(1, 0);
        store.behave(get -> Answer.never());
        long start = store.nanos();

        FetchRound round = fetch(waiting(0, 100, first), waiting(1, 700, second), waiting(2, 200, alone));

        assertThat(store.gets()).hasSize(2);
        assertThat(elapsedMs(start)).isEqualTo(DEADLINE_MS - 700 + GRACE_MS);
        assertThat(round.failed()).containsOnlyKeys(partition(0), partition(1));
        assertThat(round.pending()).containsExactly(partition(2));
    }

    @Test
    void measuresTheDeadlineOfAReadOverRounds() {
        SectionReference hanging = storeOne(0, 0);
        SectionReference fast = storeOne(1, 0);
        store.behave(get -> get.object().equals(object(0)) ? Answer.never() : Answer.after(5));
        FetchRound first = fetch(wanted(0, hanging), wanted(1, fast));
        store.advance(DEADLINE_MS);

        FetchRound second = fetch(wanted(0, hanging));

        assertThat(first.pending()).containsExactly(partition(0));
        assertThat(second.failed()).containsOnlyKeys(partition(0));
        assertThat(store.gets()).hasSize(2);
    }

    @Test
    void returnsAtTheCallersDeadlineWithEverythingPending() {
        SectionReference slow = storeOne(0, 0);
        store.behave(get -> Answer.after(500));
        long start = store.nanos();

        FetchRound round = fetcher.fetch(List.of(wanted(0, slow)), start + TimeUnit.MILLISECONDS.toNanos(20));

        assertThat(elapsedMs(start)).isEqualTo(20);
        assertThat(round.pending()).containsExactly(partition(0));
        assertThat(store.openGets()).isEqualTo(1);
    }

    @Test
    void repeatsAFailedReadOnce() {
        SectionReference reference = storeOne(0, 0);
        store.behave(
                get -> get.number() == 0 ? Answer.failing(2, new RetriableStorageException("busy")) : Answer.after(5));

        FetchRound round = fetch(wanted(0, reference));

        assertThat(round.arrived()).containsOnlyKeys(partition(0));
        assertThat(store.gets()).hasSize(2);
    }

    @Test
    void failsAPartitionWhoseReadFailsTwice() {
        SectionReference reference = storeOne(0, 0);
        store.behave(get -> Answer.failing(2, new RetriableStorageException("busy")));

        FetchRound round = fetch(wanted(0, reference));

        assertThat(round.failed()).containsEntry(partition(0), FetchFailure.UNAVAILABLE);
        assertThat(round.problem()).contains("busy");
        assertThat(store.gets()).hasSize(2);
    }

    @Test
    void repeatsOnlyAFewFailedReads() {
        store.behave(get -> Answer.failing(2, new RetriableStorageException("busy")));
        List<PartitionReferences> wanted = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            wanted.add(wanted(i, storeOne(i, 0)));
        }

        FetchRound round = fetch(wanted.toArray(PartitionReferences[]::new));

        assertThat(round.failed()).hasSize(16);
        assertThat(store.gets()).hasSize(16 + 2);
    }

    @Test
    void reportsAMissingObject() {
        SectionReference reference = storeOne(0, 0);
        store.delete(object(0));

        FetchRound round = fetch(wanted(0, reference));

        assertThat(round.failed()).containsEntry(partition(0), FetchFailure.MISSING);
        assertThat(store.gets()).hasSize(1);
    }

    @Test
    void reportsADeniedRead() {
        SectionReference reference = storeOne(0, 0);
        store.behave(get -> Answer.failing(2, new InvalidStorageException("denied")));

        assertThat(fetch(wanted(0, reference)).failed()).containsEntry(partition(0), FetchFailure.REFUSED);
    }

    @Test
    void survivesAStoreThatThrows() {
        SectionReference reference = storeOne(0, 0);
        store.behave(get -> {
            throw new IllegalStateException("broken client");
        });

        assertThat(fetch(wanted(0, reference)).failed()).containsEntry(partition(0), FetchFailure.UNAVAILABLE);
    }

    @Test
    void takesAShortOrLongRangeForCorrupt() {
        SectionReference reference = storeOne(0, 0);
        store.behave(get -> Answer.changed(5, bytes -> Arrays.copyOf(bytes, bytes.length - 1)));
        assertThat(fetch(wanted(0, reference)).failed()).containsEntry(partition(0), FetchFailure.CORRUPT);

        store.behave(get -> Answer.changed(5, bytes -> Arrays.copyOf(bytes, bytes.length + 1)));
        assertThat(fetch(wanted(0, reference)).failed()).containsEntry(partition(0), FetchFailure.CORRUPT);
    }

    @Test
    void failsOnlyThePartitionWhoseBytesAreFlipped() {
        ObjectBuilder object = new ObjectBuilder(0);
        SectionReference good = object.section(0, 300);
        SectionReference bad = object.section(0, 300);
        object.storeIn(store);
        store.behave(get -> Answer.changed(5, bytes -> {
            bytes[bytes.length - 3] ^= 4;
            return bytes;
        }));

        FetchRound round = fetch(wanted(0, good), wanted(1, bad));

        assertThat(round.arrived()).containsOnlyKeys(partition(0));
        assertThat(round.failed()).containsExactly(Map.entry(partition(1), FetchFailure.CORRUPT));
    }

    @Test
    void handsOutWhatLiesBeforeAFailedSection() {
        SectionReference good = storeOne(0, 0);
        SectionReference missing = storeOne(1, 10);
        store.delete(object(1));

        FetchRound round = fetch(wanted(0, good, missing));

        assertThat(bytes(round.arrived().get(partition(0)))).isEqualTo(batch(0, 10, 300));
        assertThat(round.failed()).containsEntry(partition(0), FetchFailure.MISSING);
    }

    @Test
    void readsNothingForAReferenceLongerThanItIsReadyToRead() {
        SectionReference hostile = new SectionReference(0, object(0), 0, Integer.MAX_VALUE, 0, SampleLogs.EPOCH, 0, 10);

        assertThat(fetch(wanted(0, hostile)).failed()).containsEntry(partition(0), FetchFailure.UNACCEPTABLE);
        assertThat(store.gets()).isEmpty();
    }

    @Test
    void readsNothingForReferencesThatCannotBeRight() {
        SectionReference reference = storeOne(0, 0);
        SectionReference elsewhere = storeOne(1, 20);
        SectionReference pastTheEnd =
                new SectionReference(0, object(0), Long.MAX_VALUE - 5, 10, 0, SampleLogs.EPOCH, 0, 10);
        SectionReference otherStore = new SectionReference(9, object(0), 0, 10, 0, SampleLogs.EPOCH, 0, 10);

        FetchRound round = fetch(
                new PartitionReferences(partition(0), 10, 0, List.of(reference)),
                wanted(1, reference, elsewhere),
                new PartitionReferences(partition(2), 0, 0, List.of()),
                wanted(3, pastTheEnd),
                wanted(4, otherStore));

        assertThat(round.failed())
                .containsOnly(
                        Map.entry(partition(0), FetchFailure.CORRUPT),
                        Map.entry(partition(1), FetchFailure.CORRUPT),
                        Map.entry(partition(2), FetchFailure.CORRUPT),
                        Map.entry(partition(3), FetchFailure.UNACCEPTABLE),
                        Map.entry(partition(4), FetchFailure.UNACCEPTABLE));
        assertThat(store.gets()).isEmpty();
    }

    @Test
    void servesEveryPartitionWithinABudgetThatHoldsOne() {
        SectionFetcher narrow = fetcher(limits(1_000));
        List<PartitionReferences> left = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            left.add(wanted(i, storeOne(i, 0, 800)));
        }
        int rounds = 0;
        while (!left.isEmpty()) {
            FetchRound round = narrow.fetch(left, Long.MAX_VALUE);
            assertThat(round.arrived()).hasSize(1);
            left.removeIf(partition -> round.arrived().containsKey(partition.partition()));
            assertThat(round.pending()).hasSize(left.size());
            rounds++;
        }

        assertThat(rounds).isEqualTo(8);
        assertThat(store.gets()).hasSize(8);
    }

    @Test
    void readsASectionLargerThanItsBudgetAlone() {
        SectionFetcher narrow = fetcher(limits(1_000));
        PartitionReferences small = wanted(0, storeOne(0, 0, 500));
        PartitionReferences large = wanted(1, storeOne(1, 0, 50_000));

        FetchRound first = narrow.fetch(List.of(small, large), Long.MAX_VALUE);
        FetchRound second = narrow.fetch(List.of(wanted(0, storeOne(2, 10, 500)), large), Long.MAX_VALUE);

        assertThat(first.arrived()).containsOnlyKeys(partition(0));
        assertThat(second.arrived()).containsOnlyKeys(partition(1));
    }

    @Test
    void boundsTheBytesUnderWayOverRounds() {
        store.behave(get -> get.object().equals(object(0)) ? Answer.after(5) : Answer.never());
        SectionFetcher narrow = fetcher(limits(2_000));
        List<PartitionReferences> wanted = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            wanted.add(wanted(i, storeOne(i, 0, 500)));
        }

        for (int round = 0; round < 10; round++) {
            narrow.fetch(wanted, store.nanos() + TimeUnit.MILLISECONDS.toNanos(10));
            assertThat(store.openBytes()).isLessThanOrEqualTo(4_000);
        }
        assertThat(store.openGets()).isGreaterThanOrEqualTo(6);
    }

    @Test
    void boundsTheNumberOfReadsUnderWay() {
        store.behave(get -> Answer.never());
        List<PartitionReferences> wanted = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            wanted.add(wanted(i, storeOne(i, 0)));
        }

        FetchRound round = fetcher.fetch(wanted, store.nanos());

        assertThat(store.gets()).hasSize(16);
        assertThat(round.pending()).hasSize(40);
    }

    @Test
    void asksAgainForAReadThatIsSlowerThanMostAndTakesTheFirstAnswer() {
        for (int i = 0; i < 30; i++) {
            fetch(wanted(0, storeOne(i, 10L * i)));
        }
        SectionReference reference = storeOne(99, 300);
        int before = store.gets().size();
        store.behave(get -> Answer.after(get.number() == before ? 800 : 5));
        long start = store.nanos();

        FetchRound round = fetch(wanted(0, reference));

        assertThat(round.arrived()).containsOnlyKeys(partition(0));
        assertThat(elapsedMs(start)).isEqualTo(10);
        assertThat(store.gets()).hasSize(before + 2);
        assertThat(store.gets().get(before).future()).isCancelled();
    }

    @Test
    void cancelsEverythingAndReturnsWhenClosedWhileItWaits() {
        store.behave(get -> Answer.never());
        store.schedule(7, fetcher::close);
        long start = store.nanos();

        FetchRound round = fetch(wanted(0, storeOne(0, 0)), wanted(1, storeOne(1, 0)));

        assertThat(elapsedMs(start)).isEqualTo(7);
        assertThat(store.cancelled()).isEqualTo(2);
        assertThat(round.pending()).hasSize(2);
    }

    @Test
    void startsNothingOnceClosed() {
        fetcher.close();

        FetchRound round = fetch(wanted(0, storeOne(0, 0)));

        assertThat(store.gets()).isEmpty();
        assertThat(round.pending()).containsExactly(partition(0));
    }

    @Test
    void returnsWhenInterruptedAndStaysInterrupted() {
        store.behave(get -> Answer.never());
        Thread.currentThread().interrupt();

        FetchRound round = fetch(wanted(0, storeOne(0, 0)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(round.pending()).containsExactly(partition(0));
    }

    private SectionReference storeOne(long sequence, long baseOffset) {
        return storeOne(sequence, baseOffset, 300);
    }

    private SectionReference storeOne(long sequence, long baseOffset, int bytes) {
        ObjectBuilder object = new ObjectBuilder(sequence);
        SectionReference reference = object.section(baseOffset, bytes);
        object.storeIn(store);
        return reference;
    }
}
