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

package io.culvert.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.culvert.api.StoragePrices;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WalConfigTest {

    @Test
    void changesNothingUnlessTold() {
        WalConfig config = WalConfig.of(Map.of("node.id", "1"), Map.of());

        assertThat(config.storageSystemEnable()).isFalse();
        assertThat(config.storageManagerClassName()).isEmpty();
        assertThat(config.storageManagerClassPath()).isEmpty();
        assertThat(config.storageManagerProperties()).isEmpty();
        assertThat(config.storageKeyPrefix()).isEqualTo("culvert");
        assertThat(config.uploadLingerMs()).isEqualTo(50);
        assertThat(config.uploadMaxBytes()).isEqualTo(4 * 1024 * 1024);
        assertThat(config.uploadMaxInflight()).isEqualTo(4);
        assertThat(config.uploadPolicy()).isEqualTo(UploadPolicy.COST);
        assertThat(config.fallbackMs()).isEqualTo(1000);
        assertThat(config.catchupSource()).isEqualTo(CatchupSource.STORE);
        assertThat(config.retentionMs()).isEqualTo(600_000);
        assertThat(config.topicDefaultEnable()).isFalse();
        assertThat(config.topicDefaultInternalTopics()).isEmpty();
        assertThat(config.paused()).isFalse();
        assertThat(config.crossZonePricePerGb()).isEqualTo(0.02);
    }

    @Test
    void brokerPropertiesWinOverTheAgentsDefaults() {
        WalConfig config = WalConfig.of(
                Map.of("remote.wal.fallback.ms", "300"),
                Map.of("remote.wal.fallback.ms", "700", "remote.wal.upload.linger.ms", "9"));

        assertThat(config.fallbackMs()).isEqualTo(300);
        assertThat(config.uploadLingerMs()).isEqualTo(9);
    }

    @Test
    void dynamicChangesKeepTheAgentsDefaults() {
        WalConfig before =
                WalConfig.of(Map.of("remote.wal.fallback.ms", "300"), Map.of("remote.wal.upload.linger.ms", "9"));

        WalConfig after = before.withBrokerProperties(Map.of("remote.wal.paused", "true"));

        assertThat(after.paused()).isTrue();
        assertThat(after.uploadLingerMs()).isEqualTo(9);
        assertThat(after.fallbackMs()).isEqualTo(1000);
        assertThat(before.paused()).isFalse();
    }

    @Test
    void givesThePluginItsOwnSettingsOnly() {
        WalConfig config = WalConfig.of(
                Map.of("rwsm.config.bucket", "b", "log.dirs", "/tmp", "remote.wal.paused", "true"),
                Map.of("rwsm.config.secret", "hush"));

        assertThat(config.storageManagerProperties())
                .containsExactlyInAnyOrderEntriesOf(Map.of("bucket", "b", "secret", "hush"));
    }

    @Test
    void thePrefixOfThePluginsSettingsCanBeChosen() {
        WalConfig config = WalConfig.of(
                Map.of("remote.wal.storage.manager.impl.prefix", "mine.", "mine.a", "1", "rwsm.config.b", "2"),
                Map.of());

        assertThat(config.storageManagerProperties()).containsOnlyKeys("a");
    }

    @Test
    void anEnabledSystemNeedsAStore() {
        Map<String, String> properties = new HashMap<>(Map.of("remote.wal.storage.system.enable", "true"));
        assertThatThrownBy(() -> WalConfig.of(properties, Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("remote.wal.storage.manager.class.name")
                .hasMessageContaining("must name a class that implements RemoteWalStorageManager");

        properties.put("remote.wal.storage.manager.class.name", " ");
        assertThatThrownBy(() -> WalConfig.of(properties, Map.of())).isInstanceOf(ConfigException.class);

        properties.put("remote.wal.storage.manager.class.name", "example.Store");
        assertThat(WalConfig.of(properties, Map.of()).storageManagerClassName()).contains("example.Store");
    }

    @Test
    void aClassPathNeedsAClass() {
        assertThatThrownBy(() -> WalConfig.of(Map.of("remote.wal.storage.manager.class.path", "/plugins/*"), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("remote.wal.storage.manager.class.name");
    }

    @Test
    void retentionOutlastsTheFallback() {
        assertThatThrownBy(() -> WalConfig.of(
                        Map.of("remote.wal.retention.ms", "1999", "remote.wal.fallback.ms", "1000"), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("Invalid value 1999 for configuration remote.wal.retention.ms")
                .hasMessageContaining("at least twice remote.wal.fallback.ms (1000)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    remote.wal.storage.system.enable | yes        | true or false
                    remote.wal.storage.key.prefix    | /lead      | segments separated by '/'
                    remote.wal.storage.key.prefix    | trail/     | segments separated by '/'
                    remote.wal.storage.key.prefix    | a/../b     | segments separated by '/'
                    remote.wal.storage.key.prefix    | ''         | segments separated by '/'
                    remote.wal.upload.linger.ms      | -1         | at least 0
                    remote.wal.upload.linger.ms      | 10001      | no more than 10000
                    remote.wal.upload.max.bytes      | 1024       | at least 65536
                    remote.wal.upload.max.inflight   | 0          | at least 1
                    remote.wal.upload.policy         | cheap      | cost, latency
                    remote.wal.fallback.ms           | 1          | at least 50
                    remote.wal.catchup.source        | somewhere  | store, leader
                    remote.wal.retention.ms          | 1          | at least 1000
                    remote.wal.paused                | maybe      | true or false
                    remote.wal.price.put.usd.per.thousand | -0.1  | at least 0
                    remote.wal.price.cross.zone.usd.per.gb | NaN  | finite
                    """)
    void refusesWrongValuesByName(String name, String value, String right) {
        assertThatThrownBy(() -> WalConfig.of(Map.of(name, value), Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(value)
                .hasMessageContaining(right);
    }

    @Test
    void pricesThatAreNotSetAreTheStores() {
        StoragePrices list = new StoragePrices(1, 2, 3, 4, 5);
        WalConfig config = WalConfig.of(
                Map.of("remote.wal.price.get.usd.per.thousand", "0", "remote.wal.price.upload.usd.per.gb", "9"),
                Map.of());

        assertThat(config.storagePrices(list)).isEqualTo(new StoragePrices(1, 0, 9, 4, 5));
        assertThat(WalConfig.of(Map.of(), Map.of()).storagePrices(list)).isEqualTo(list);
    }

    @Test
    void readsListsAndPolicies() {
        WalConfig config = WalConfig.of(
                Map.of(
                        "remote.wal.topic.default.internal.topics", "__consumer_offsets, __transaction_state",
                        "remote.wal.upload.policy", "latency",
                        "remote.wal.catchup.source", "leader"),
                Map.of());

        assertThat(config.topicDefaultInternalTopics()).isEqualTo(List.of("__consumer_offsets", "__transaction_state"));
        assertThat(config.uploadPolicy()).isEqualTo(UploadPolicy.LATENCY);
        assertThat(config.catchupSource()).isEqualTo(CatchupSource.LEADER);
    }

    @Test
    void findsMisspelledNames() {
        assertThat(WalConfig.unknownNames(Set.of(
                        "remote.wal.pause", "remote.wal.paused", "remote.log.manager.task.interval.ms", "node.id")))
                .containsExactly("remote.wal.pause");
    }

    @Test
    void findsNamesThatAreNotOurs() {
        assertThat(WalConfig.foreignNames(Map.of("remote.wal.paused", "true", "rwsm.config.x", "1", "node.id", "1")))
                .containsExactly("node.id");
        assertThat(WalConfig.foreignNames(
                        Map.of("remote.wal.storage.manager.impl.prefix", "mine.", "mine.x", "1", "rwsm.config.x", "1")))
                .containsExactly("rwsm.config.x");
    }

    @Test
    void everyDynamicSettingCanBeDefinedElsewhere() {
        ConfigDef dynamicConfigs = new ConfigDef();
        WalConfigDef.defineReconfigurable(dynamicConfigs);
        WalConfigDef.defineReconfigurable(dynamicConfigs);

        assertThat(dynamicConfigs.names()).isEqualTo(WalConfigDef.RECONFIGURABLE);
        assertThatThrownBy(() -> dynamicConfigs.parse(Map.of("remote.wal.paused", "maybe")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("remote.wal.paused");
    }
}
