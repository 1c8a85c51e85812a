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

package io.culvert.tests.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.culvert.tests.support.ReplicationTraffic;
import io.culvert.tests.support.StoredRecord;
import io.culvert.tests.support.WalCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidRequestException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Settings that operators change while records flow, with a controller of its own. */
final class SettingsUnderLoadIT {

    private static WalCluster cluster;

    private final List<BackgroundLoad> loads = new ArrayList<>();

    @BeforeAll
    static void startCluster() {
        cluster = WalCluster.builder("settings")
                .with(builder -> builder.separateControllers(1))
                .start();
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void aTopicIsSwitchedOnAndOffUnderLoad() {
        String topic = "switched";
        cluster.createTopic(topic, 4, Map.of());
        BackgroundLoad load = started(new BackgroundLoad(cluster, topic, 4, 20260301));
        for (int round = 0; round < 3; round++) {
            cluster.kafka().alterTopic(topic, Map.of("remote.wal.enable", "true"));
            awaitObjectPath(load);
            cluster.kafka().alterTopic(topic, Map.of("remote.wal.enable", "false"));
            awaitWire(load);
        }
        List<StoredRecord> written = load.end();

        assertThat(cluster.reader().readAll(topic)).isEqualTo(written);
        cluster.assertReplicasIdentical(topic);
    }

    @Test
    void theKillSwitchPausesTheWholeClusterUnderLoad() {
        String topic = "paused";
        cluster.createWalTopic(topic, 4, Map.of());
        BackgroundLoad load = started(new BackgroundLoad(cluster, topic, 4, 20260302));
        awaitObjectPath(load);

        cluster.kafka().alterBrokers(OptionalInt.empty(), Map.of("remote.wal.paused", "true"));
        awaitWire(load);
        Map<String, String> unset = new HashMap<>();
        unset.put("remote.wal.paused", null);
        cluster.kafka().alterBrokers(OptionalInt.empty(), unset);
        awaitObjectPath(load);
        List<StoredRecord> written = load.end();

        assertThat(cluster.reader().readAll(topic)).isEqualTo(written);
        cluster.assertReplicasIdentical(topic);
    }

    @Test
    void theNumberOfReplicaFetchersChangesUnderLoad() {
        String topic = "fetchers";
        cluster.createWalTopic(topic, 6, Map.of());
        cluster.createTopic("fetchers-classic", 6, Map.of());
        BackgroundLoad load = started(new BackgroundLoad(cluster, topic, 6, 20260303));
        BackgroundLoad classic = started(new BackgroundLoad(cluster, "fetchers-classic", 6, 20260304));
        // Kafka lets the number at most double or halve at a time.
        for (String number : List.of("2", "4", "2", "1")) {
            cluster.kafka().alterBrokers(OptionalInt.empty(), Map.of("num.replica.fetchers", number));
            awaitStoreUsed(load);
            awaitBatches(classic, 3);
        }
        List<StoredRecord> written = load.end();
        List<StoredRecord> classicWritten = classic.end();

        assertThat(cluster.reader().readAll(topic)).isEqualTo(written);
        assertThat(cluster.reader().readAll("fetchers-classic")).isEqualTo(classicWritten);
        assertThat(cluster.fetcherIds(topic)).isNotEmpty().allMatch(id -> id < 0);
        assertThat(cluster.fetcherIds("fetchers-classic")).isNotEmpty().allMatch(id -> id >= 0);
        cluster.assertReplicasIdentical(topic);
        cluster.assertReplicasIdentical("fetchers-classic");
    }

    @Test
    void dynamicBrokerSettingsAreTakenOverAndBadOnesRefused() throws Exception {
        ConfigResource all = new ConfigResource(ConfigResource.Type.BROKER, "");
        for (Map.Entry<String, String> bad : Map.of(
                        "remote.wal.fallback.ms", "soon",
                        "remote.wal.upload.policy", "cheap",
                        "remote.wal.upload.max.inflight", "0",
                        "remote.wal.paused", "perhaps")
                .entrySet()) {
            assertThatThrownBy(() -> cluster.admin()
                            .incrementalAlterConfigs(Map.of(
                                    all,
                                    List.of(new AlterConfigOp(
                                            new ConfigEntry(bad.getKey(), bad.getValue()), AlterConfigOp.OpType.SET))))
                            .all()
                            .get())
                    .as(bad.getKey())
                    .cause()
                    .isInstanceOf(InvalidRequestException.class)
                    .hasMessageContaining(bad.getKey())
                    .hasMessageContaining(bad.getValue());
        }
        cluster.kafka().alterBrokers(OptionalInt.empty(), Map.of("remote.wal.retention.ms", "123456"));
        await("the broker shows the new value").atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            ConfigResource one = new ConfigResource(ConfigResource.Type.BROKER, "1");
            Config config =
                    cluster.admin().describeConfigs(List.of(one)).all().get().get(one);
            assertThat(config.get("remote.wal.retention.ms").value()).isEqualTo("123456");
        });
        cluster.kafka().alterBrokers(OptionalInt.empty(), Map.of("remote.wal.retention.ms", "600000"));
    }

    @AfterEach
    void endLoads() {
        loads.forEach(BackgroundLoad::close);
    }

    private BackgroundLoad started(BackgroundLoad load) {
        loads.add(load);
        return load;
    }

    private void awaitObjectPath(BackgroundLoad load) {
        await("records come through the store").atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            ReplicationTraffic before = cluster.traffic();
            awaitBatches(load, 3);
            ReplicationTraffic since = cluster.traffic().since(before);
            assertThat(since.fromStore()).isPositive();
            assertThat(since.answered()).isLessThan(since.appended() / 10);
        });
    }

    /** With a classic topic beside it, the bytes that leaders send say nothing. */
    private void awaitStoreUsed(BackgroundLoad load) {
        ReplicationTraffic before = cluster.traffic();
        awaitBatches(load, 3);
        await("records come through the store")
                .atMost(Duration.ofSeconds(60))
                .until(() -> cluster.traffic().since(before).fromStore() > 0);
    }

    private void awaitWire(BackgroundLoad load) {
        await("records come over the wire").atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            ReplicationTraffic before = cluster.traffic();
            awaitBatches(load, 3);
            ReplicationTraffic since = cluster.traffic().since(before);
            assertThat(since.fromStore()).isZero();
            assertThat(since.answered()).isPositive();
        });
    }

    private static void awaitBatches(BackgroundLoad load, int more) {
        long until = load.batches() + more;
        await("the load goes on").atMost(Duration.ofSeconds(60)).until(() -> load.batches() >= until);
    }
}
