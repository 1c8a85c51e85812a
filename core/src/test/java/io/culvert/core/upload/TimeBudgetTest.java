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

import io.culvert.core.upload.LeaderSide.FetchAnswer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class TimeBudgetTest {

    private final UploaderRig rig = new UploaderRig();

    @Test
    void theUploadedLagGrowsUntilUploadsSucceed() {
        FakePartition one = rig.partition(0);
        FakePartition other = rig.partition(1);
        rig.store.hang();
        rig.append(one, 10);
        rig.append(other, 10);
        rig.run();
        assertThat(rig.uploader.status().unpublishedOffsets()).isEqualTo(2);

        rig.append(one, 10);
        rig.advance(100);
        assertThat(rig.uploader.status().unpublishedOffsets()).isEqualTo(3);
        assertThat(rig.uploader.status().oldestUnpublishedNanos()).isPositive();

        rig.store.puts().forEach(ManualStore.Put::succeed);
        rig.run();
        assertThat(rig.uploader.status().unpublishedOffsets()).isZero();
    }

    @Test
    void aPartitionWhoseOldestByteIsTooOldGoesOverTheWireAndComesBack() {
        rig.store.succeedAtOnce();
        FakePartition stuck = rig.partition(0);
        FakePartition well = rig.partition(1);
        rig.append(well, 10);
        rig.run();
        rig.store.hang();
        rig.append(stuck, 10);
        rig.run();
        rig.store.succeedAtOnce();
        for (int ms = 0; ms < 750; ms += 50) {
            assertThat(rig.answer(stuck, 0)).isEqualTo(FetchAnswer.WAIT);
            rig.append(well, 10);
            rig.advance(50);
        }
        rig.advance(70);

        assertThat(rig.answer(stuck, 0)).isEqualTo(FetchAnswer.RECORDS);
        assertThat(rig.wakes).anyMatch(woken -> woken.contains(stuck.id()));
        assertThat(rig.answer(well, well.logEndOffset() - 1)).isEqualTo(FetchAnswer.REFERENCES);
        assertThat(rig.uploader.status().wireForAll()).isEmpty();

        stuck.replicated(1);
        rig.advance(1_200);
        rig.append(stuck, 10);
        rig.advance(10);
        assertThat(rig.read(stuck, 1)).isEqualTo(stuck.bytes(1, 2));
    }

    @Test
    void aPartitionThatWasIdleForLongIsNotOverdueAfterItsNextAppend() {
        FakePartition partition = rig.partition(0);
        rig.store.succeedAtOnce();
        rig.append(partition, 10);
        rig.advance(10_000);
        rig.store.hang();
        rig.append(partition, 10);
        rig.advance(400);

        assertThat(rig.answer(partition, 1)).isEqualTo(FetchAnswer.WAIT);
        rig.store.lastPut().succeed();
        rig.run();
        assertThat(rig.answer(partition, 1)).isEqualTo(FetchAnswer.REFERENCES);
        assertThat(rig.events.rested).isZero();
    }

    @Test
    void requestThreadsSendOverdueRecordsOverTheWireAlthoughTheUploaderIsWedged() {
        FakePartition partition = rig.partition(0);
        rig.append(partition, 10);
        rig.run();
        rig.ticker.advanceTo(rig.ticker.nanos() + TimeUnit.MILLISECONDS.toNanos(751));

        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);
    }

    @Test
    void tellsHowLongRecordsHadWaitedWhenTheirReferencesWereHandedOut() {
        FakePartition partition = rig.partition(0);
        rig.append(partition, 10);
        rig.advance(300);
        rig.store.lastPut().succeed();
        rig.advance(50);

        assertThat(rig.answered(partition, 0).waitedMs()).isEqualTo(350);
        rig.advance(400);
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.REFERENCES);
        assertThat(rig.answered(partition, 0).waitedMs()).isEqualTo(750);
    }

    @Test
    void recordsGoOverTheWireWhenNoTimeIsLeftToReadThemFromTheStore() {
        FakePartition partition = rig.partition(0);
        rig.store.succeedAtOnce();
        rig.append(partition, 10);
        rig.advance(600);
        rig.append(partition, 10);
        rig.advance(151);

        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);
        assertThat(rig.answer(partition, 1)).isEqualTo(FetchAnswer.REFERENCES);
        assertThat(rig.answered(partition, 1).waitedMs()).isEqualTo(151);
        rig.advance(2_000 - 751);
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);
    }

    @Test
    void aFollowerThatNobodyWaitsForReadsFromTheStoreInItsOwnTime() {
        FakePartition partition = rig.partition(0);
        rig.store.succeedAtOnce();
        rig.append(partition, 10);
        rig.advance(751);
        rig.follower = new Follower(2, false);

        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.REFERENCES);
        assertThat(rig.answered(partition, 0).waitedMs()).isZero();
    }

    @Test
    void aFollowerThatIsFartherBehindThanTheStoreCanMakeItReadsFromTheStoreInItsOwnTime() {
        FakePartition partition = rig.partition(0);
        rig.store.succeedAtOnce();
        rig.append(partition, 10);
        rig.advance(2_001);

        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.REFERENCES);
        assertThat(rig.answered(partition, 0).waitedMs()).isZero();
    }

    @Test
    void theIsrEndIsBoundedByWhereTheLogEndedAWhileAgo() {
        FakePartition partition = rig.partition(0);
        rig.append(partition, 10);
        rig.run();
        assertThat(rig.uploader.isrEndOffset(partition.id(), 100, 40)).isEqualTo(100);
        rig.ticker.advanceTo(rig.ticker.nanos() + TimeUnit.MILLISECONDS.toNanos(500));
        assertThat(rig.uploader.isrEndOffset(partition.id(), 150, 40)).isEqualTo(100);
        rig.ticker.advanceTo(rig.ticker.nanos() + TimeUnit.MILLISECONDS.toNanos(600));
        assertThat(rig.uploader.isrEndOffset(partition.id(), 200, 40)).isEqualTo(100);
        rig.ticker.advanceTo(rig.ticker.nanos() + TimeUnit.MILLISECONDS.toNanos(1_100));
        assertThat(rig.uploader.isrEndOffset(partition.id(), 300, 40)).isEqualTo(200);
        assertThat(rig.uploader.isrEndOffset(partition.id(), 300, 250)).isEqualTo(250);
        assertThat(rig.uploader.isrEndOffset(partition.id(), 90, 40)).isEqualTo(90);
    }
}
