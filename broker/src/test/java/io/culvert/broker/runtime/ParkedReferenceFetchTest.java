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

import io.culvert.broker.hooks.ParkedFetch;
import io.culvert.broker.hooks.ParkedFetch.Step;
import io.culvert.core.config.TopicWalSettings;
import io.culvert.core.config.WalConfig;
import io.culvert.core.format.References;
import io.culvert.core.upload.Follower;
import io.culvert.core.upload.LeaderSide;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import kafka.cluster.Partition;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.storage.internals.log.FetchPartitionStatus;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogOffsetMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real partition of Kafka and its log; the leader side says what a test wants. */
final class ParkedReferenceFetchTest {

    private static final TopicPartition NAME = new TopicPartition("compacted", 0);
    private static final TopicIdPartition ID = new TopicIdPartition(LocalKafkaLog.TOPIC_ID, NAME);
    private static final TopicIdPartition OTHER =
            new TopicIdPartition(LocalKafkaLog.TOPIC_ID, new TopicPartition("compacted", 1));
    private static final int BROKER = 1;
    private static final int EPOCH = 3;

    private final Uploads uploads = new Uploads();
    private LocalKafkaLog local;
    private Partition partition;
    private WalPartition walPartition;

    @TempDir
    Path folder;

    private static final class Uploads implements LeaderSide {
        private FetchAnswer answer = FetchAnswer.WAIT;
        private long version;
        private int asked;

        @Override
        public void appended(TopicIdPartition id) {}

        @Override
        public FetchAnswer answer(TopicIdPartition id, int leaderEpoch, long fetchOffset, Follower follower) {
            asked++;
            return answer;
        }

        @Override
        public References references(
                TopicIdPartition id, int leaderEpoch, long fetchOffset, Follower follower, int maxBytes) {
            throw new AssertionError("not asked of a parked fetch");
        }

        @Override
        public long version() {
            return version;
        }

        @Override
        public long isrEndOffset(TopicIdPartition id, long logEndOffset, long highWatermark) {
            throw new AssertionError("not asked of a parked fetch");
        }
    }

    /** What the agent does before a broker starts. */
    private static void defineTopicSettings() throws ReflectiveOperationException {
        Field definition = LogConfig.class.getDeclaredField("CONFIG");
        definition.setAccessible(true);
        TopicWalSettings.define((ConfigDef) definition.get(null));
    }

    @BeforeEach
    void lead() throws IOException, ReflectiveOperationException {
        defineTopicSettings();
        local = new LocalKafkaLog(folder);
        local.fillSegment(1);
        scala.Function0<Object> brokerEpoch = () -> 1L;
        partition = new Partition(
                NAME, 10_000L, BROKER, brokerEpoch, Time.SYSTEM, null, null, null, null, null, scala.Option.empty());
        partition.setLog(local.log(), false);
        partition.leaderReplicaIdOpt_$eq(scala.Option.apply(BROKER));
        setLeaderEpoch(EPOCH);
        WalConfig config = WalConfig.of(Map.of("remote.wal.topic.default.enable", "true"), Map.of());
        walPartition = new WalPartition(partition, new WalTopics(() -> config), () -> uploads, new FetchMarks());
        assertThat(walPartition.isWal()).isTrue();
    }

    @AfterEach
    void close() throws InterruptedException {
        local.close();
    }

    private void setLeaderEpoch(int epoch) throws ReflectiveOperationException {
        Field field = Partition.class.getDeclaredField("leaderEpoch");
        field.setAccessible(true);
        field.set(partition, epoch);
    }

    private static FetchPartitionStatus status(LogOffsetMetadata start) {
        return new FetchPartitionStatus(
                start, new FetchRequest.PartitionData(LocalKafkaLog.TOPIC_ID, 1, 0, 1000, Optional.of(EPOCH)));
    }

    private static FetchPartitionStatus waiting() {
        return status(new LogOffsetMetadata(1));
    }

    private ParkedFetch parked(Map<TopicIdPartition, FetchPartitionStatus> partitions) {
        return ParkedReferenceFetch.of(uploads::version, 2, partitions, id -> id.equals(ID) ? walPartition : null);
    }

    @Test
    void waitsUntilSomethingIsPublishedForIt() {
        ParkedFetch fetch = parked(Map.of(ID, waiting()));
        assertThat(fetch.tryComplete()).isEqualTo(Step.WAIT);

        uploads.answer = LeaderSide.FetchAnswer.REFERENCES;
        assertThat(fetch.tryComplete()).as("nothing was published").isEqualTo(Step.WAIT);
        assertThat(uploads.asked).isEqualTo(1);

        uploads.version++;
        assertThat(fetch.tryComplete()).isEqualTo(Step.COMPLETE);
    }

    @Test
    void completesWhenTheWireTakesOver() {
        ParkedFetch fetch = parked(Map.of(ID, waiting()));
        uploads.answer = LeaderSide.FetchAnswer.RECORDS;

        assertThat(fetch.tryComplete()).isEqualTo(Step.COMPLETE);
    }

    @Test
    void completesAtOnceWhenThePartitionIsLedElsewhere() {
        partition.leaderReplicaIdOpt_$eq(scala.Option.apply(BROKER + 1));

        assertThat(parked(Map.of(ID, waiting())).tryComplete()).isEqualTo(Step.COMPLETE);
        assertThat(uploads.asked).isZero();
    }

    @Test
    void completesAtOnceWhenThePartitionIsAtAnotherEpoch() throws ReflectiveOperationException {
        setLeaderEpoch(EPOCH + 1);

        assertThat(parked(Map.of(ID, waiting())).tryComplete()).isEqualTo(Step.COMPLETE);
        assertThat(uploads.asked).isZero();
    }

    @Test
    void leavesFetchesToKafkaThatWaitForNoReference() {
        assertThat(parked(Map.of(ID, status(new LogOffsetMetadata(1, 1, 0))))).isNull();
        assertThat(parked(Map.of(OTHER, waiting()))).as("not hosted here").isNull();
    }

    @Test
    void letsKafkaLookToWhereSomePartitionsAreOnTheWire() {
        ParkedFetch fetch = parked(Map.of(ID, waiting(), OTHER, status(new LogOffsetMetadata(1, 1, 0))));

        assertThat(fetch.tryComplete()).isEqualTo(Step.STOCK);
        assertThat(fetch.tryComplete()).isEqualTo(Step.STOCK);
    }
}
