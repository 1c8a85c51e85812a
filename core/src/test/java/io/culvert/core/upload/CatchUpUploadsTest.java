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

import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.api.RetriableStorageException;
import io.culvert.api.StoragePrices;
import io.culvert.core.config.CatchupSource;
import io.culvert.core.format.ObjectId;
import io.culvert.core.format.SectionReference;
import io.culvert.core.upload.LeaderSide.FetchAnswer;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CatchUpUploadsTest {

    private static final int RECORD = 100_000;

    private final UploaderRig rig = new UploaderRig();

    /** A partition whose in-sync replicas have all of its records. */
    private FakePartition filled(int number, int records) {
        FakePartition partition = rig.partition(number);
        for (int i = 0; i < records; i++) {
            partition.append(1, RECORD);
        }
        partition.highWatermark(records);
        resolve(partition);
        return partition;
    }

    /** A log with a follower that asked for its beginning, and the uploader has done what it could. */
    private FakePartition laggingIn(int records) {
        FakePartition partition = filled(0, records);
        rig.answer(partition, 0);
        rig.run();
        return partition;
    }

    /** A log whose beginning was uploaded for a follower. */
    private FakePartition shelved(int records) {
        rig.store.succeedAtOnce();
        return laggingIn(records);
    }

    /** Asks once so that the uploader resolves the partition. */
    private void resolve(FakePartition partition) {
        rig.answer(partition, partition.logEndOffset(), 9);
        rig.run();
    }

    @Test
    void aFollowerBelowTheIndexReadsTheWholeLogFromTheStore() {
        rig.store.succeedAtOnce();
        FakePartition partition = filled(0, 100);

        ByteArrayOutputStream copied = new ByteArrayOutputStream();
        long offset = 0;
        int waits = 0;
        while (offset < 100) {
            FetchAnswer answer = rig.answer(partition, offset);
            if (answer == FetchAnswer.WAIT) {
                waits++;
                rig.run();
                continue;
            }
            assertThat(answer).isEqualTo(FetchAnswer.REFERENCES);
            for (SectionReference reference : rig.references(partition, offset)) {
                assertThat(reference.baseOffset()).isEqualTo(offset);
                copied.writeBytes(rig.store.read(reference));
                offset = reference.endOffset();
            }
            rig.run();
        }

        assertThat(copied.toByteArray()).isEqualTo(partition.bytes(0, 100));
        assertThat(waits).as("later sections were uploaded ahead").isLessThanOrEqualTo(2);
    }

    /** A new replica asks for offset 0 first, whatever was deleted. */
    @Test
    void aFollowerWhoseOffsetWasOutOfRangeReadsFromTheStoreOnceItIsBack() {
        rig.store.succeedAtOnce();
        FakePartition partition = filled(0, 100);
        partition.logStartOffset(40);
        rig.answer(partition, 0);
        rig.run();

        rig.answer(partition, 40);
        rig.run();

        assertThat(rig.answer(partition, 40)).isEqualTo(FetchAnswer.REFERENCES);
    }

    @Test
    void itsObjectsAreBoundedAndSoAreThoseInFlight() {
        for (int i = 0; i < 40; i++) {
            FakePartition partition = filled(i, 30);
            rig.answer(partition, 0);
        }
        rig.run();

        assertThat(rig.store.puts()).hasSize(CatchUpUploads.MAX_INFLIGHT);
        assertThat(rig.store.puts())
                .allSatisfy(
                        put -> assertThat(put.bytes().length).isLessThan(CatchUpUploads.MAX_OBJECT_BYTES + 100_000));
    }

    @Test
    void manyLaggingPartitionsShareTheLaneEvenly() {
        List<FakePartition> lagging = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            FakePartition partition = filled(i, 100);
            lagging.add(partition);
        }
        long[] offsets = new long[lagging.size()];
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < offsets.length; i++) {
                if (rig.answer(lagging.get(i), offsets[i]) == FetchAnswer.REFERENCES) {
                    List<SectionReference> references = rig.references(lagging.get(i), offsets[i]);
                    offsets[i] = references.get(references.size() - 1).endOffset();
                }
            }
            rig.run();
            rig.store.lastPut().succeed();
            rig.store.put(rig.store.puts().size() - 2).succeed();
            rig.run();
        }

        long fastest = 0;
        long slowest = Long.MAX_VALUE;
        for (long offset : offsets) {
            fastest = Math.max(fastest, offset);
            slowest = Math.min(slowest, offset);
        }
        assertThat(slowest).as("nobody starves").isPositive();
        assertThat(fastest - slowest).as("in records of 100 kB").isLessThanOrEqualTo(30);
    }

    @Test
    void theTailIsNotDelayed() {
        for (int i = 0; i < 10; i++) {
            FakePartition partition = filled(i, 30);
            rig.answer(partition, 0);
        }
        rig.run();
        FakePartition busy = rig.partition(99);
        rig.append(busy, 100);
        rig.run();
        rig.store.lastPut().succeed();
        rig.run();

        assertThat(rig.read(busy, 0)).isEqualTo(busy.bytes(0, 1));
    }

    @Test
    void aFollowerThatWaitedTooLongGoesOverTheWireAndTriesAgainLater() {
        FakePartition partition = filled(0, 30);
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.WAIT);
        rig.advance(500);
        rig.store.put(0).fail(new RetriableStorageException("slow down"));
        rig.advance(249);
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.WAIT);
        int before = rig.wakes.size();
        rig.advance(3);

        assertThat(rig.wakes.subList(before, rig.wakes.size())).anyMatch(woken -> woken.contains(partition.id()));
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);
        assertThat(rig.answer(partition, 3)).isEqualTo(FetchAnswer.RECORDS);

        rig.store.lastPut().fail(new RetriableStorageException("slow down"));
        rig.store.succeedAtOnce();
        rig.advance(1_100);
        rig.answer(partition, 5);
        rig.run();
        assertThat(rig.answer(partition, 5)).isEqualTo(FetchAnswer.REFERENCES);
        assertThat(rig.references(partition, 5).get(0).covers(5)).isTrue();
    }

    @Test
    void tellsHowLongAFollowerHasWaitedForAnUploadOnDemand() {
        FakePartition partition = filled(0, 30);
        rig.answer(partition, 0);
        rig.advance(400);
        rig.store.put(0).succeed();
        rig.run();

        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.REFERENCES);
        assertThat(rig.answered(partition, 0).waitedMs()).isEqualTo(400);
        long next = rig.references(partition, 0).get(0).endOffset();
        rig.answer(partition, next);
        assertThat(rig.answered(partition, next).waitedMs()).isZero();

        rig.follower = new Follower(2, false);
        assertThat(rig.answered(partition, 0).waitedMs())
                .as("nobody waits for one that is not in sync")
                .isZero();
    }

    @Test
    void aLogThatCannotBeReadSendsItsFollowersOverTheWire() {
        FakePartition partition = filled(0, 30);
        partition.beforeRead(() -> {
            throw new IllegalStateException("injected");
        });
        rig.answer(partition, 0);
        rig.run();

        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);
    }

    @Test
    void theLeaderServesWhenTheOperatorWantsItTo() {
        UploadSettings base = UploaderRig.SETTINGS;
        rig.settings = new UploadSettings(
                false,
                base.policy(),
                base.lingerNanos(),
                base.maxObjectBytes(),
                base.maxInflight(),
                base.fallbackNanos(),
                CatchupSource.LEADER,
                base.retentionNanos(),
                base.prices(),
                base.crossZoneUsdPerGb());
        FakePartition partition = filled(0, 30);

        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);
        rig.run();
        assertThat(rig.store.puts()).isEmpty();
    }

    @Test
    void aGapTooSmallForItsPutGoesOverTheWire() {
        rig.settings = UploaderRig.costSettings(new StoragePrices(0.005, 0.0004, 0, 0, 0.023));
        FakePartition partition = rig.partition(0);
        partition.append(1, 1_000);
        partition.highWatermark(1);
        resolve(partition);

        rig.answer(partition, 0);
        rig.run();

        assertThat(rig.store.puts()).isEmpty();
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);
    }

    @Test
    void theLogIsNotReadWhereNoObjectWouldPay() {
        rig.settings = UploaderRig.costSettings(new StoragePrices(0.005, 0.0004, 0.05, 0, 0.023));
        FakePartition partition = filled(0, 30);
        int before = partition.reads();
        int wakes = rig.wakes.size();

        rig.answer(partition, 0);
        rig.run();

        assertThat(partition.reads()).isEqualTo(before);
        assertThat(rig.store.puts()).isEmpty();
        assertThat(rig.wakes.subList(wakes, rig.wakes.size())).anyMatch(woken -> woken.contains(partition.id()));
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);
        rig.advance(900);
        assertThat(rig.wakes).as("those on the wire are left in peace").hasSizeLessThan(wakes + 4);
    }

    @Test
    void itsObjectsGoOnceTheFollowerHasCaughtUp() {
        FakePartition partition = shelved(100);
        assertThat(rig.store.objects()).isNotEmpty();

        rig.answer(partition, 100);
        rig.advance(30_000);

        assertThat(rig.store.objects()).isEmpty();
    }

    @Test
    void itsObjectsGoWhenLeadershipIsLost() {
        FakePartition partition = shelved(100);

        partition.loseLeadership();
        rig.uploader.leadershipLost(partition.id());
        rig.advance(30_000);

        assertThat(rig.store.objects()).isEmpty();
    }

    /** Batch 3 was deleted and its tombstone dropped: who came later would keep it for ever. */
    @Test
    void whatWasReadBeforeTheLogWasCleanedIsNotGivenToALaterFollower() {
        FakePartition partition = shelved(30);
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.REFERENCES);

        partition.clean(20, batch -> batch.baseOffset() == 3);

        assertThat(rig.references(partition, 0)).isEmpty();
        assertThat(rig.answer(partition, 0, 3)).isEqualTo(FetchAnswer.WAIT);
        rig.run();
        assertThat(rig.answer(partition, 0, 3)).isEqualTo(FetchAnswer.REFERENCES);
        byte[] given = rig.read(partition, 0);
        assertThat(given).hasSizeGreaterThan(3 * RECORD);
        assertThat(partition.bytes(0, 30)).startsWith(given);
    }

    @Test
    void whatWasCleanedWhileItWasUploadedIsNotGivenToAnybody() {
        FakePartition partition = laggingIn(30);
        ManualStore.Put first = rig.store.lastPut();
        partition.clean(20, batch -> batch.baseOffset() == 3);
        rig.store.succeedAtOnce();

        first.succeed();
        rig.advance(100);

        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.REFERENCES);
        assertThat(partition.bytes(0, 30)).startsWith(rig.read(partition, 0));
    }

    @Test
    void objectsOfWhatWasCleanedGo() {
        FakePartition partition = shelved(30);
        List<ObjectId> before = List.copyOf(rig.store.objects().keySet());
        assertThat(before).isNotEmpty();

        partition.clean(30, batch -> false);
        for (int i = 0; i < 60; i++) {
            rig.answer(partition, 0);
            rig.advance(1_000);
        }

        assertThat(rig.store.objects().keySet()).isNotEmpty().doesNotContainAnyElementsOf(before);
    }

    /** By a request, or because retention is over. */
    @Test
    void deletedRecordsAreNotGivenOut() {
        FakePartition partition = shelved(30);
        assertThat(rig.references(partition, 4)).isNotEmpty();

        partition.logStartOffset(25);

        assertThat(rig.references(partition, 4)).isEmpty();
        assertThat(rig.references(partition, 24)).isEmpty();
        assertThat(rig.references(partition, 25)).isNotEmpty();
    }

    /** A GET that begins now may take as long as partitions wait before they fall back. */
    @Test
    void invariantI5AnObjectStaysWhileAFollowerMayReadItByAReferenceThatItHas() {
        FakePartition partition = shelved(30);
        SectionReference given = rig.references(partition, 0).get(0);

        partition.loseLeadership();
        rig.uploader.leadershipLost(partition.id());
        rig.advance(1_900);
        assertThat(rig.references(partition, 0)).isEmpty();
        assertThat(rig.store.objects()).containsKey(given.object());

        rig.advance(30_000);
        assertThat(rig.store.objects()).doesNotContainKey(given.object());
    }

    @Test
    void invariantI5AnObjectOfWhatWasCleanedStaysWhileAFollowerMayReadIt() {
        FakePartition partition = shelved(30);
        SectionReference given = rig.references(partition, 0).get(0);

        partition.clean(30, batch -> false);
        rig.advance(1_900);

        assertThat(rig.references(partition, 0)).as("another one").doesNotContain(given);
        assertThat(rig.store.objects()).containsKey(given.object());
    }
}
