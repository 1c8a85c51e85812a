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

package io.culvert.broker.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import kafka.cluster.Partition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.server.replica.Replica;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.server.storage.log.FetchParams;
import org.apache.kafka.storage.internals.log.FetchDataInfo;
import org.apache.kafka.storage.internals.log.LogReadInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PartitionHookTest {

    private static final LogReadInfo STOCK = read(Optional.empty());
    private static final LogReadInfo ANSWER = read(Optional.empty());

    private final Partition partition = Unconstructed.of(Partition.class);
    private final Replica follower = new Replica(2, new TopicPartition("topic", 0), null);

    @AfterEach
    void noFetchIsLeftBehind() {
        assertThat(HookRegistry.brokers().currentFetch()).isNull();
    }

    @Test
    void aReferenceFetchHasItsOwnEndOffsetAndAnswer() {
        FetchScope scope = begin(partition, 2, 70);

        assertThat(PartitionHook.leaderEndOffset(hooks(0), partition, follower, 100))
                .isEqualTo(70);
        assertThat(PartitionHook.fetched(scope, STOCK)).isSameAs(ANSWER);
        assertThat(PartitionHook.leaderEndOffset(hooks(0), partition, follower, 100))
                .isEqualTo(100);
    }

    @Test
    void theEndOffsetNeverPassesTheLeaders() {
        FetchScope scope = begin(partition, 2, 170);

        assertThat(PartitionHook.leaderEndOffset(hooks(0), partition, follower, 100))
                .isEqualTo(100);
        PartitionHook.fetched(scope, STOCK);
    }

    @Test
    void otherFollowersAndPartitionsAreNotMistakenForIt() {
        FetchScope scope = begin(partition, 3, 70);

        assertThat(PartitionHook.leaderEndOffset(hooks(0), partition, follower, 100))
                .isEqualTo(100);
        PartitionHook.fetched(scope, STOCK);

        scope = begin(Unconstructed.of(Partition.class), 2, 70);
        assertThat(PartitionHook.leaderEndOffset(hooks(0), partition, follower, 100))
                .isEqualTo(100);
        PartitionHook.fetched(scope, STOCK);
    }

    @Test
    void fetchesThatAreCompletedInsideOneAnotherAreKeptApart() {
        FetchScope outer = begin(partition, 2, 70);
        FetchScope inner = begin(partition, 2, 40);
        assertThat(PartitionHook.leaderEndOffset(hooks(0), partition, follower, 100))
                .isEqualTo(40);

        PartitionHook.fetched(inner, STOCK);
        assertThat(PartitionHook.leaderEndOffset(hooks(0), partition, follower, 100))
                .isEqualTo(70);
        PartitionHook.fetched(outer, STOCK);
    }

    @Test
    void divergingEpochsAndExceptionsAreLeftAlone() {
        LogReadInfo diverging = read(Optional.of(new FetchResponseData.EpochEndOffset()));

        assertThat(PartitionHook.fetched(begin(partition, 2, 70), diverging)).isSameAs(diverging);
        assertThat(PartitionHook.fetched(begin(partition, 2, 70), null)).isNull();
    }

    @Test
    void aStockFetchIsLeftAlone() {
        assertThat(PartitionHook.fetched(null, STOCK)).isSameAs(STOCK);
        assertThat(PartitionHook.leaderEndOffset(null, partition, follower, 100))
                .isEqualTo(100);
        PartitionHook.appended(null);
    }

    private static FetchScope begin(Partition partition, int followerId, long endOffset) {
        FetchScope scope = PartitionHook.fetching(
                hooks(endOffset),
                partition,
                new FetchParams(followerId, 1, 500, 1, 1000, FetchIsolation.LOG_END, Optional.empty()),
                new FetchRequest.PartitionData(Uuid.ZERO_UUID, 7, 0, 1000, Optional.of(3)));
        assertThat(scope).isNotNull();
        return scope;
    }

    private static PartitionHooks hooks(long endOffset) {
        return new PartitionHooks() {
            @Override
            public void appended() {}

            @Override
            public ReferenceFetch fetch(FetchParams params, FetchRequest.PartitionData fetch) {
                return new ReferenceFetch() {
                    @Override
                    public long leaderEndOffset(long logEndOffset) {
                        return endOffset;
                    }

                    @Override
                    public LogReadInfo answer(LogReadInfo read) {
                        return ANSWER;
                    }
                };
            }
        };
    }

    private static LogReadInfo read(Optional<FetchResponseData.EpochEndOffset> divergingEpoch) {
        return new LogReadInfo(FetchDataInfo.empty(7), divergingEpoch, 0, 0, 0, 0);
    }
}
