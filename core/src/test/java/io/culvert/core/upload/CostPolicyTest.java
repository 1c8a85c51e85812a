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
import static org.assertj.core.api.Assertions.within;

import io.culvert.api.StoragePrices;
import io.culvert.core.upload.LeaderSide.FetchAnswer;
import org.junit.jupiter.api.Test;

/** The figures are those of us-east-1 in 2026. */
final class CostPolicyTest {

    private static final StoragePrices EXPRESS = new StoragePrices(0.00113, 0.00003, 0.0032, 0.0006, 0.11);
    private static final StoragePrices STANDARD = new StoragePrices(0.005, 0.0004, 0, 0, 0.023);
    private static final long GB = 1_000_000_000L;

    /** The open object's last partition may leave otherwise than by being sealed. */
    @Test
    void anAppendWakesTheUploaderAfterTheOnlyOpenPartitionLeft() {
        UploaderRig rig = new UploaderRig(UploaderRig.costSettings(StoragePrices.FREE));
        FakePartition gone = rig.partition(0);
        FakePartition stays = rig.partition(1);
        rig.append(gone, 10);
        rig.run();
        rig.partitions.remove(gone.id());
        rig.uploader.leadershipLost(gone.id());
        rig.run();

        rig.append(stays, 100_000);
        rig.advance(60);

        assertThat(rig.events.sealedObjects).isEqualTo(1);
    }

    @Test
    void aGbInObjectsOfOneMibCostsWhatTheDesignSays() {
        CostModel costs = new CostModel(UploaderRig.costSettings(EXPRESS));
        long objects = GB / (1 << 20);

        double usd = objects * costs.objectUsd(1 << 20, 2L << 20, 2);

        assertThat(usd).isCloseTo(0.0055, within(0.0003));
        assertThat(costs.wireUsd(2 * GB)).isCloseTo(0.04, within(1e-9));
    }

    @Test
    void breakEvenOnExpressIsAboutThirtyThreeKib() {
        CostModel costs = new CostModel(UploaderRig.costSettings(EXPRESS));

        assertThat(costs.objectUsd(33_000, 2 * 33_000, 2)).isGreaterThan(costs.wireUsd(2 * 33_000));
        assertThat(costs.objectUsd(34_000, 2 * 34_000, 2)).isLessThan(costs.wireUsd(2 * 34_000));
    }

    @Test
    void aFreeStoreIsNeverDearerThanTheWire() {
        CostModel costs = new CostModel(UploaderRig.costSettings(StoragePrices.FREE));

        assertThat(costs.objectUsd(1, 2, 2)).isZero();
    }

    @Test
    void waitsForMoreUntilTheObjectIsWorthItsPutOrTheLingerIsOver() {
        UploaderRig rig = new UploaderRig(UploaderRig.costSettings(StoragePrices.FREE));
        rig.store.succeedAtOnce();
        FakePartition partition = rig.partition(0);
        rig.append(partition, 20_000);
        rig.advance(20);
        assertThat(rig.store.puts()).as("references would be more than 1 %").isEmpty();

        rig.append(partition, 20_000);
        rig.advance(6);
        assertThat(rig.store.puts()).hasSize(1);

        rig.append(partition, 20_000);
        rig.advance(40);
        assertThat(rig.store.puts()).hasSize(1);
        rig.advance(20);
        assertThat(rig.store.puts()).hasSize(2);
    }

    @Test
    void goesOverTheWireWhenObjectsAreDearerAndComesBackWhenTheyPay() {
        UploaderRig rig = new UploaderRig(UploaderRig.costSettings(STANDARD));
        rig.store.succeedAtOnce();
        FakePartition partition = rig.partition(0);
        produce(rig, partition, 3_000, 1_000);

        assertThat(rig.events.wireForAll).containsExactly(WireReason.COST);
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);
        int puts = rig.store.puts().size();
        produce(rig, partition, 10_000, 1_000);
        assertThat(rig.store.puts()).as("nothing is uploaded meanwhile").hasSize(puts);

        // 20 MB/s are objects of 1 MB, which pay; 145 kB would be break-even.
        produce(rig, partition, 5_000, 1_000_000);
        assertThat(rig.events.objectPathForAll).isEqualTo(1);
        assertThat(rig.store.puts().size()).isGreaterThan(puts);
        long end = partition.logEndOffset();
        assertThat(rig.references(partition, end - 1)).isNotEmpty();
    }

    @Test
    void doesNotFlapNearBreakEven() {
        UploaderRig rig = new UploaderRig(UploaderRig.costSettings(STANDARD));
        rig.store.succeedAtOnce();
        FakePartition partition = rig.partition(0);
        produce(rig, partition, 3_000, 140_000);
        int switches = rig.events.wireForAll.size();
        produce(rig, partition, 30_000, 150_000);

        assertThat(rig.events.wireForAll.size() + rig.events.objectPathForAll - switches)
                .isLessThanOrEqualTo(1);
    }

    @Test
    void theLatencyPolicyNeverAsksWhatItCosts() {
        UploaderRig rig = new UploaderRig();
        rig.store.succeedAtOnce();
        FakePartition partition = rig.partition(0);
        produce(rig, partition, 5_000, 10);

        assertThat(rig.events.wireForAll).isEmpty();
    }

    /** Appends a batch every 50 ms; followers keep up. */
    private static void produce(UploaderRig rig, FakePartition partition, int ms, int batchBytes) {
        for (int i = 0; i < ms; i += 50) {
            rig.append(partition, batchBytes);
            rig.advance(50);
            partition.replicated(partition.logEndOffset());
        }
    }
}
