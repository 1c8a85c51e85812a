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

import io.culvert.api.InvalidStorageException;
import io.culvert.api.RetriableStorageException;
import io.culvert.core.upload.LeaderSide.FetchAnswer;
import org.junit.jupiter.api.Test;

final class StoreWatchTest {

    private final UploaderRig rig = new UploaderRig();

    @Test
    void hangingPutsOpenTheBreakerBeforeTheirRecordsAreOverdue() {
        FakePartition first = rig.partition(0);
        FakePartition second = rig.partition(1);
        rig.answer(second, 0);
        rig.append(first, 10);
        rig.advance(749);

        assertThat(rig.answer(first, 0)).isEqualTo(FetchAnswer.RECORDS);
        assertThat(rig.answer(second, 0)).isEqualTo(FetchAnswer.RECORDS);
        assertThat(rig.events.wireForAll).containsExactly(WireReason.STORE);
        assertThat(rig.store.put(0).isCancelled()).isTrue();
        assertThat(rig.wakes.get(rig.wakes.size() - 1)).contains(first.id(), second.id());
    }

    @Test
    void failingPutsOpenTheBreakerAndAProbeClosesIt() {
        rig.store.failAtOnce(new RetriableStorageException("away"));
        FakePartition partition = rig.partition(0);
        rig.append(partition, 10);
        rig.advance(200);
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);
        assertThat(rig.store.puts()).hasSize(StoreBreaker.FAILURES_TO_OPEN);

        rig.advance(10_000);
        int puts = rig.store.puts().size();
        assertThat(puts).as("a few probes with back-off").isBetween(5, 8);
        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);

        rig.store.succeedAtOnce();
        rig.advance(10_000);
        assertThat(rig.events.objectPathForAll).isEqualTo(1);
        partition.replicated(1);
        rig.append(partition, 10);
        rig.advance(10);
        assertThat(rig.read(partition, 1)).isEqualTo(partition.bytes(1, 2));
    }

    @Test
    void aHopelessFailureOpensTheBreakerAtOnce() {
        rig.store.failAtOnce(new InvalidStorageException("denied"));
        FakePartition partition = rig.partition(0);
        rig.append(partition, 10);
        rig.run();

        assertThat(rig.answer(partition, 0)).isEqualTo(FetchAnswer.RECORDS);
        assertThat(rig.store.puts()).hasSize(1);
    }

    @Test
    void aStoreBlipWakesAllPartitionsTogether() {
        for (int i = 0; i < 2_000; i++) {
            rig.append(rig.partition(i), 10);
        }
        rig.run();
        int before = rig.wakes.size();
        int roundsBefore = rig.rounds;

        rig.advance(900);

        assertThat(rig.wakes.size() - before).isEqualTo(1);
        assertThat(rig.wakes.get(before)).hasSize(2_000);
        assertThat(rig.rounds - roundsBefore).isLessThan(100);
    }

    private int opened(Exception failure) {
        rig.store.failAtOnce(failure);
        rig.append(rig.partition(0), 10);
        rig.run();
        assertThat(rig.events.wireForAll).containsExactly(WireReason.STORE);
        return rig.store.puts().size();
    }

    @Test
    void aProbeThatHangsIsGivenUpAndAnotherOneIsTriedLater() {
        int before = opened(new InvalidStorageException("denied"));
        rig.store.hang();
        while (rig.store.puts().size() == before) {
            rig.advance(10);
        }
        ManualStore.Put probe = rig.store.lastPut();

        rig.advance(360);
        assertThat(probe.isCancelled()).isFalse();
        rig.advance(20);
        assertThat(probe.isCancelled()).as("after half of the time for uploads").isTrue();
        assertThat(rig.answer(rig.partition(0), 0)).isEqualTo(FetchAnswer.RECORDS);

        rig.store.succeedAtOnce();
        rig.advance(10_000);
        assertThat(rig.events.objectPathForAll).isEqualTo(1);
        assertThat(rig.store.objects()).as("nobody reads what was only a probe").doesNotContainKey(probe.object());
    }

    @Test
    void aLogThatCannotBeReadDoesNotKeepTheProbeFromAnotherOne() {
        opened(new InvalidStorageException("denied"));
        rig.partition(0).beforeRead(() -> {
            throw new IllegalStateException("injected");
        });
        rig.append(rig.partition(0), 20);
        rig.append(rig.partition(1), 20);
        int reads = rig.partition(0).reads();
        rig.store.succeedAtOnce();
        rig.advance(10_000);

        assertThat(rig.partition(0).reads()).as("it was tried").isGreaterThan(reads);
        assertThat(rig.events.objectPathForAll).isEqualTo(1);
        assertThat(rig.events.failures).isEmpty();
    }

    @Test
    void whileNoLogCanBeReadTheWireStays() {
        int before = opened(new InvalidStorageException("denied"));
        rig.partition(0).beforeRead(() -> {
            throw new IllegalStateException("injected");
        });
        rig.store.succeedAtOnce();
        rig.advance(10_000);

        assertThat(rig.store.puts()).hasSize(before);
        assertThat(rig.events.objectPathForAll).isZero();
        assertThat(rig.events.failures).isEmpty();
        assertThat(rig.answer(rig.partition(0), 0)).isEqualTo(FetchAnswer.RECORDS);
    }
}
