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
import io.culvert.core.upload.LeaderSide.FetchAnswer;
import org.junit.jupiter.api.Test;

final class WalUploaderTest {

    private final UploaderRig rig = new UploaderRig();

    @Test
    void publishesWhatWasAppendedOnceItIsStored() {
        FakePartition partition = rig.partition(0);
        rig.append(partition, 100);
        rig.run();
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.WAIT);
        long before = rig.uploader.version();

        rig.store.put(0).succeed();
        rig.run();

        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.REFERENCES);
        assertThat(rig.read(partition, 0)).isEqualTo(partition.bytes(0, 1));
        assertThat(rig.uploader.version()).isGreaterThan(before);
        assertThat(rig.wakes.get(rig.wakes.size() - 1)).containsExactly(partition.id());
    }

    @Test
    void publishesNothingWhenThePutFails() {
        FakePartition partition = rig.partition(0);
        rig.append(partition, 100);
        rig.run();

        rig.store.put(0).fail(new RetriableStorageException("slow down"));
        rig.run();

        assertThat(rig.references(partition, 0)).isEmpty();
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.WAIT);
    }

    @Test
    void repeatsAFailedPutWithTheSameBytesInTheSameSlot() {
        FakePartition partition = rig.partition(0);
        rig.append(partition, 100);
        rig.run();
        rig.store.put(0).fail(new RetriableStorageException("slow down"));
        rig.advance(30);

        assertThat(rig.store.puts()).hasSize(2);
        assertThat(rig.store.put(1).object()).isEqualTo(rig.store.put(0).object());
        assertThat(rig.store.put(1).bytes()).isEqualTo(rig.store.put(0).bytes());

        rig.store.put(1).succeed();
        rig.run();
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.REFERENCES);
    }

    @Test
    void invariantI1LaterSectionsArePublishedAfterEarlierOnesWhateverOrderPutsEndIn() {
        FakePartition partition = rig.partition(0);
        rig.append(partition, 100);
        rig.run();
        rig.append(partition, 200);
        rig.run();
        assertThat(rig.store.puts()).hasSize(2);

        rig.store.put(1).succeed();
        rig.run();
        assertThat(rig.references(partition, 0)).isEmpty();
        assertThat(rig.references(partition, 1)).isEmpty();
        assertThat(rig.answer(partition, 1)).isEqualTo(FetchAnswer.WAIT);

        rig.store.put(0).succeed();
        rig.run();
        assertThat(rig.read(partition, 0)).isEqualTo(partition.bytes(0, 2));
    }

    @Test
    void invariantI2NothingReadBeforeLeadershipWasLostIsPublishedOrServed() {
        FakePartition partition = rig.partition(0);
        rig.append(partition, 100);
        rig.run();
        rig.store.put(0).succeed();
        rig.run();
        rig.append(partition, 100);
        rig.run();

        partition.loseLeadership();
        partition.truncateTo(0);
        partition.append(1, 50);
        partition.append(1, 50);
        partition.highWatermark(2).regainLeadership();
        rig.store.put(1).succeed();
        rig.run();

        assertThat(rig.references(partition, 0)).isEmpty();
        assertThat(rig.references(partition, 1)).isEmpty();
        assertThat(rig.answer(partition, 1)).isNotEqualTo(FetchAnswer.REFERENCES);
        rig.store.succeedAtOnce();
        rig.run();
        assertThat(rig.references(partition, 0)).isEmpty();
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.WAIT);
        rig.run();
        assertThat(rig.read(partition, 0)).as("the new log").isEqualTo(partition.bytes(0, 2));
    }

    @Test
    void referencesSurviveAnEpochBumpWhileLeadershipStays() {
        FakePartition partition = rig.partition(0);
        rig.append(partition, 100);
        rig.run();
        rig.store.put(0).succeed();
        rig.run();

        partition.bumpEpoch();

        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.REFERENCES);
        rig.store.succeedAtOnce();
        rig.append(partition, 70);
        rig.run();
        assertThat(rig.read(partition, 0)).isEqualTo(partition.bytes(0, 2));
        assertThat(rig.references(partition, 1).get(0).leaderEpoch()).isEqualTo(partition.leaderEpoch());
    }

    @Test
    void aTenureStartsAtTheHighWatermark() {
        FakePartition partition = rig.partition(0);
        for (int i = 0; i < 10; i++) {
            partition.append(1, 10);
        }
        partition.highWatermark(7);
        rig.store.succeedAtOnce();

        assertThat(rig.answer(partition, 8)).isEqualTo(FetchAnswer.WAIT);
        rig.run();

        assertThat(rig.references(partition, 8).get(0).baseOffset()).isEqualTo(7);
        assertThat(rig.read(partition, 8)).isEqualTo(partition.bytes(7, 10));
        assertThat(rig.references(partition, 6)).isEmpty();
    }

    @Test
    void sealsOneObjectForManyPartitions() {
        rig.settings = UploaderRig.costSettings(StoragePrices.FREE);
        rig.store.succeedAtOnce();
        for (int i = 0; i < 20; i++) {
            rig.append(rig.partition(i), 100);
        }
        rig.advance(49);
        assertThat(rig.store.puts()).isEmpty();

        rig.advance(2);

        assertThat(rig.store.puts()).hasSize(1);
        for (int i = 0; i < 20; i++) {
            assertThat(rig.read(rig.partition(i), 0)).isEqualTo(rig.partition(i).bytes(0, 1));
        }
    }

    @Test
    void sealsAFullObjectBeforeItsLingerIsOver() {
        rig.settings = UploaderRig.costSettings(new StoragePrices(0.005, 0.0004, 0, 0, 0.023));
        FakePartition partition = rig.partition(0);
        for (int i = 0; i < 5; i++) {
            rig.append(partition, 1 << 20);
        }
        rig.run();

        assertThat(rig.store.puts()).hasSize(1);
        assertThat(rig.store.put(0).bytes().length).isBetween(4 << 20, (4 << 20) + 1000);
    }

    @Test
    void putsABatchLargerThanTheCapAloneIntoAnObject() {
        FakePartition large = rig.partition(0);
        FakePartition small = rig.partition(1);
        rig.append(small, 100);
        rig.append(large, 5 << 20);
        rig.run();

        assertThat(rig.store.puts()).hasSize(2);
        rig.store.put(0).succeed();
        rig.store.put(1).succeed();
        rig.run();
        assertThat(rig.read(large, 0)).isEqualTo(large.bytes(0, 1));
        assertThat(rig.read(small, 0)).isEqualTo(small.bytes(0, 1));
        assertThat(rig.references(large, 0).get(0).object())
                .isNotEqualTo(rig.references(small, 0).get(0).object());
    }

    @Test
    void invariantI8InFlightBytesAreBoundedHoweverMuchIsAppended() {
        FakePartition partition = rig.partition(0);
        for (int i = 0; i < 100; i++) {
            rig.append(partition, 1 << 20);
            rig.run();
        }

        assertThat(rig.uploader.status().inFlightObjects()).isLessThanOrEqualTo(4);
        assertThat(rig.uploader.status().inFlightBytes()).isLessThanOrEqualTo(16 << 20);
    }

    @Test
    void thePauseTakesEffectAtOnceAndEndsAtOnce() {
        rig.store.succeedAtOnce();
        FakePartition partition = rig.partition(0);
        rig.append(partition, 10);
        rig.run();

        rig.settings = withPaused(true);
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);
        rig.uploader.settingsChanged();
        rig.append(partition, 10);
        rig.advance(5_000);
        assertThat(rig.store.puts()).hasSize(1);

        partition.replicated(2);
        rig.settings = withPaused(false);
        rig.uploader.settingsChanged();
        rig.run();
        rig.append(partition, 10);
        rig.run();
        assertThat(rig.read(partition, 2)).isEqualTo(partition.bytes(2, 3));
    }

    @Test
    void anErrorInARoundIsCountedAndTheWireTakesOverUntilAProbeSucceeds() {
        rig.store.succeedAtOnce();
        FakePartition partition = rig.partition(0);
        partition.beforeRead(() -> {
            throw new OutOfMemoryError("injected");
        });
        rig.append(partition, 10);
        rig.run();

        assertThat(rig.events.failures).hasSize(1);
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);

        partition.beforeRead(() -> {});
        rig.advance(2_000);
        partition.replicated(1);
        rig.append(partition, 10);
        rig.run();
        assertThat(rig.read(partition, 1)).isEqualTo(partition.bytes(1, 2));
    }

    @Test
    void aPartitionThatCannotBeReadDoesNotHoldUpTheOthers() {
        rig.store.succeedAtOnce();
        FakePartition broken = rig.partition(0);
        FakePartition well = rig.partition(1);
        broken.beforeRead(() -> {
            throw new IllegalStateException("injected");
        });
        rig.append(broken, 10);
        rig.append(well, 10);
        rig.run();

        assertThat(rig.answer(broken, 0)).isEqualTo(FetchAnswer.RECORDS);
        assertThat(rig.read(well, 0)).isEqualTo(well.bytes(0, 1));
    }

    @Test
    void leadershipLostDropsThePartition() {
        rig.store.succeedAtOnce();
        FakePartition partition = rig.partition(0);
        rig.append(partition, 10);
        rig.run();

        partition.loseLeadership();
        rig.uploader.leadershipLost(partition.id());
        rig.run();

        assertThat(rig.uploader.status().trackedPartitions()).isZero();
        assertThat(rig.references(partition, 0)).isEmpty();
    }

    @Test
    void objectsGoOnceEveryReplicaHasPassedThem() {
        rig.store.succeedAtOnce();
        FakePartition partition = rig.partition(0);
        rig.append(partition, 10);
        rig.advance(5_000);
        assertThat(rig.store.objects()).hasSize(1);

        partition.replicated(1);
        rig.advance(2_000);

        assertThat(rig.store.objects()).isEmpty();
    }

    @Test
    void anObjectThatWasGivenUpIsDeletedAlthoughItLandsLate() {
        FakePartition partition = rig.partition(0);
        rig.append(partition, 10);
        rig.advance(1_100);
        assertThat(rig.store.put(0).isCancelled()).isTrue();
        rig.store.put(0).landUnheard();

        rig.store.succeedAtOnce();
        partition.replicated(1);
        rig.advance(200_000);

        assertThat(rig.store.objects()).isEmpty();
    }

    @Test
    void idlePartitionsCostNothing() {
        rig.store.succeedAtOnce();
        for (int i = 0; i < 2_000; i++) {
            rig.answer(rig.partition(i), 0);
        }
        rig.run();
        int before = rig.rounds;
        int wakesBefore = rig.wakes.size();

        rig.advance(60_000);

        assertThat(rig.rounds - before).isLessThanOrEqualTo(2);
        assertThat(rig.wakes).hasSize(wakesBefore);
        assertThat(wakesBefore).as("all were resolved together").isEqualTo(1);
    }

    private static UploadSettings withPaused(boolean paused) {
        UploadSettings base = UploaderRig.SETTINGS;
        return new UploadSettings(
                paused,
                base.policy(),
                base.lingerNanos(),
                base.maxObjectBytes(),
                base.maxInflight(),
                base.fallbackNanos(),
                base.catchupSource(),
                base.retentionNanos(),
                base.prices(),
                base.crossZoneUsdPerGb());
    }

    /** A reassignment can leave a partition with its leader alone. */
    @Test
    void aTenureWithoutFollowersEndsAndItsObjectsGo() {
        rig.store.succeedAtOnce();
        FakePartition partition = rig.partition(0);
        rig.append(partition, 100);
        rig.run();
        assertThat(rig.store.objects()).hasSize(1);
        assertThat(rig.references(partition, 0)).hasSize(1);

        partition.followers().bumpEpoch();
        rig.append(partition, 100);
        rig.advance(1_000);

        assertThat(rig.references(partition, 0)).isEmpty();
        assertThat(rig.store.puts()).as("nobody would read it").hasSize(1);
        rig.advance(30_000);
        assertThat(rig.store.objects()).isEmpty();
    }
}
