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

package io.culvert.tests.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.culvert.cluster.KafkaNode;
import io.culvert.core.format.ObjectHeader;
import io.culvert.core.format.ObjectKind;
import io.culvert.tests.faults.FailureKind;
import io.culvert.tests.faults.FaultyStore;
import io.culvert.tests.faults.StoreFault;
import io.culvert.tests.faults.StoreOperation;
import io.culvert.tests.load.PreferredLeaders;
import io.culvert.tests.support.AdminCalls;
import io.culvert.tests.support.RandomText;
import io.culvert.tests.support.RecordWriter;
import io.culvert.tests.support.ReplicationTraffic;
import io.culvert.tests.support.StoredRecord;
import io.culvert.tests.support.WalCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What lies in the store is young or needed (I5), whatever happened to the brokers that wrote it. */
final class RetentionIT {

    private static final Path WORK = Path.of("target", "it", "retention").toAbsolutePath();

    private static final String LONG_MS = "600000";
    private static final String SHORT_MS = "5000";

    /** Half of the short retention at most. */
    private static final String FALLBACK_MS = "2500";

    /** Deletion in batches, a follower's next fetch and a slow machine; far below the long retention. */
    private static final Duration AT_ONCE = Duration.ofSeconds(20);

    /** A sweep sees that a broker is gone, and the one after the short retention deletes; the machine may be busy. */
    private static final Duration AFTER_RETENTION = Duration.ofSeconds(60);

    private static final int PARTITIONS = 6;
    private static final int VALUE_BYTES = 4_000;
    private static final int RECORDS = 250;
    private static final long PRODUCED_BYTES = (long) PARTITIONS * RECORDS * VALUE_BYTES;

    private static final RandomText TEXT = new RandomText(11);

    private static FaultyStore store;
    private static WalCluster cluster;

    @BeforeAll
    static void startCluster() {
        store = FaultyStore.in(WORK.resolve("plug-in"));
        cluster = WalCluster.builder("retention")
                .property("replica.lag.time.max.ms", "4000")
                .property("remote.wal.fallback.ms", FALLBACK_MS)
                .with(builder -> store.install(builder, 3))
                .start();
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void keepLong() {
        retention(LONG_MS);
    }

    @AfterEach
    void endFaults() {
        store.clear();
        brokers(Map.of("remote.wal.catchup.source", "store"));
        cluster.kafka().brokers().stream().filter(broker -> !broker.isAlive()).forEach(KafkaNode::start);
    }

    @Test
    void anObjectGoesWhenEveryReplicaHasPassedIt() {
        cluster.createWalTopic("passed", PARTITIONS, Map.of());
        ReplicationTraffic before = cluster.traffic();
        produce("passed");

        cluster.traffic().since(before).assertThroughTheStore(2 * PRODUCED_BYTES);
        awaitEmptyStore(AT_ONCE);
    }

    @Test
    void anObjectThatCannotBeDeletedNowIsDeletedLater() {
        cluster.createWalTopic("refused", PARTITIONS, Map.of());
        store.inject(StoreFault.failing(StoreOperation.DELETE, FailureKind.RETRIABLE));
        produce("refused");
        await("refused deletions")
                .atMost(AT_ONCE)
                .untilAsserted(() -> assertThat(cluster.kafka().brokers())
                        .allSatisfy(broker -> assertThat(FaultyStore.befallen(broker, StoreOperation.DELETE))
                                .isPositive()));
        assertThat(StoredObjects.writers(cluster)).isEqualTo(Set.of(1, 2, 3));

        store.clear();
        awaitEmptyStore(AFTER_RETENTION);
    }

    @Test
    void aDeletedTopicsSectionsGoAlthoughAFollowerNeverReadThem() {
        cluster.createWalTopic("deleted", PARTITIONS, Map.of());
        KafkaNode away = cluster.kafka().node(3);
        away.kill();
        produce("deleted");
        assertThat(StoredObjects.files(cluster)).as("pinned objects").isNotEmpty();

        AdminCalls.get(
                "delete a topic: topic=deleted",
                cluster.admin().deleteTopics(List.of("deleted")).all());
        awaitEmptyStore(AT_ONCE);
    }

    @Test
    void aFollowerThatIsAwayPinsObjectsForARetentionAndThenCatchesUpThroughTheStore() {
        cluster.createWalTopic("away", PARTITIONS, Map.of());
        KafkaNode away = cluster.kafka().node(3);
        away.stop();
        List<StoredRecord> produced = produce("away");
        assertThat(StoredObjects.files(cluster)).as("pinned objects").isNotEmpty();
        retention(SHORT_MS);
        awaitEmptyStore(AFTER_RETENTION);

        retention(LONG_MS);
        // Objects that are done with stay for us to look at.
        store.inject(StoreFault.failing(StoreOperation.DELETE, FailureKind.RETRIABLE));
        catchUp("away", away, seen -> {
            assertThat(StoredObjects.headers(cluster))
                    .extracting(ObjectHeader::kind)
                    .contains(ObjectKind.CATCH_UP);
            assertThat(FaultyStore.done(away, StoreOperation.GET)).isPositive();
            assertThat(seen.answered()).as("%s", seen).isLessThan(PRODUCED_BYTES / 4);
        });

        assertThat(cluster.reader().readAll("away")).isEqualTo(produced);
        cluster.assertReplicasIdentical("away");
        store.clear();
        awaitEmptyStore(AFTER_RETENTION);
    }

    @Test
    void objectsOfADeadBrokerAreSweptByOthersAndThoseOfItsEarlierEpochsByItself() {
        cluster.createWalTopic("dead", PARTITIONS, Map.of());
        KafkaNode dead = cluster.kafka().node(3);
        store.inject(
                StoreFault.failing(StoreOperation.DELETE, FailureKind.RETRIABLE).atNode(dead.id()));
        produce("dead");
        await("objects of the broker that is to die")
                .atMost(AT_ONCE)
                .untilAsserted(() -> assertThat(StoredObjects.writers(cluster)).isEqualTo(Set.of(dead.id())));
        dead.kill();
        retention(SHORT_MS);
        awaitEmptyStore(AFTER_RETENTION);

        List<StoredRecord> produced = produce("dead");
        awaitEmptyStore(AFTER_RETENTION);
        retention(LONG_MS);
        brokers(Map.of("remote.wal.catchup.source", "leader"));
        catchUp(
                "dead",
                dead,
                seen -> assertThat(seen.answered())
                        .as("bytes that came over the wire: %s", seen)
                        .isGreaterThanOrEqualTo(PRODUCED_BYTES));
        assertThat(cluster.reader().readAll("dead"))
                .hasSize(2 * produced.size())
                .containsAll(produced);
        cluster.assertReplicasIdentical("dead");

        // Nothing is deleted before the end of this process, and its objects are not young for long.
        store.inject(
                StoreFault.failing(StoreOperation.DELETE, FailureKind.RETRIABLE).atNode(dead.id()));
        PreferredLeaders.elect(cluster, "dead");
        produce("dead");
        dead.kill();
        assertThat(StoredObjects.writers(cluster)).contains(dead.id());
        store.clear();
        dead.start();
        awaitEmptyStore(AFTER_RETENTION);
    }

    /** Starts a broker and waits until it is in sync; hands over what leaders answered it and others with meanwhile. */
    private static void catchUp(String topic, KafkaNode follower, Consumer<ReplicationTraffic> assertions) {
        ReplicationTraffic before = cluster.traffic();
        follower.start();
        cluster.awaitFullIsr(topic);
        assertions.accept(cluster.traffic().since(before));
    }

    private static List<StoredRecord> produce(String topic) {
        try (RecordWriter writer = cluster.writer()) {
            List<StoredRecord> all = new ArrayList<>();
            for (int i = 0; i < RECORDS / 10; i++) {
                for (int partition = 0; partition < PARTITIONS; partition++) {
                    writer.send(new TopicPartition(topic, partition), 10, TEXT, VALUE_BYTES);
                }
                all.addAll(writer.flush());
            }
            return StoredRecord.sorted(all);
        }
    }

    private static void awaitEmptyStore(Duration atMost) {
        await("an empty store")
                .atMost(atMost)
                .untilAsserted(() -> assertThat(StoredObjects.files(cluster)).isEmpty());
    }

    private static void retention(String milliseconds) {
        brokers(Map.of("remote.wal.retention.ms", milliseconds));
    }

    private static void brokers(Map<String, String> settings) {
        cluster.kafka().alterBrokers(OptionalInt.empty(), Map.copyOf(settings));
    }
}
