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

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

final class TopicWalSettingsTest {

    private static final WalConfig NOT_BY_DEFAULT = WalConfig.of(Map.of(), Map.of());
    private static final WalConfig BY_DEFAULT = WalConfig.of(
            Map.of(
                    "remote.wal.topic.default.enable", "true",
                    "remote.wal.topic.default.internal.topics", "__consumer_offsets,__cluster_metadata"),
            Map.of());

    @Test
    void definingTwiceIsDefiningOnce() {
        ConfigDef definition = new ConfigDef();
        TopicWalSettings.define(definition);
        TopicWalSettings.define(definition);

        assertThat(definition.names()).containsExactlyInAnyOrder("remote.wal.enable", "remote.wal.durability");
        assertThat(definition.defaultValues())
                .containsEntry("remote.wal.enable", false)
                .containsEntry("remote.wal.durability", "replicas");
    }

    @Test
    void unsetDiffersFromFalse() {
        assertThat(settings(Map.of())).isEqualTo(new TopicWalSettings(Optional.empty(), Durability.REPLICAS));
        assertThat(settings(Map.of("remote.wal.enable", "false")))
                .isEqualTo(new TopicWalSettings(Optional.of(false), Durability.REPLICAS));
        assertThat(settings(Map.of("remote.wal.enable", "true", "remote.wal.durability", "replicas")))
                .isEqualTo(new TopicWalSettings(Optional.of(true), Durability.REPLICAS));
    }

    @Test
    void theTopicDecidesIfItSays() {
        TopicWalSettings on = settings(Map.of("remote.wal.enable", "true"));
        TopicWalSettings off = settings(Map.of("remote.wal.enable", "false"));

        assertThat(on.isWalTopic("topic", NOT_BY_DEFAULT)).isTrue();
        assertThat(on.isWalTopic("__transaction_state", NOT_BY_DEFAULT)).isTrue();
        assertThat(off.isWalTopic("topic", BY_DEFAULT)).isFalse();
        assertThat(off.isWalTopic("__consumer_offsets", BY_DEFAULT)).isFalse();
    }

    @Test
    void theBrokersDefaultCoversInternalTopicsByNameOnly() {
        TopicWalSettings unset = settings(Map.of());

        assertThat(unset.isWalTopic("topic", NOT_BY_DEFAULT)).isFalse();
        assertThat(unset.isWalTopic("topic", BY_DEFAULT)).isTrue();
        assertThat(unset.isWalTopic("__consumer_offsets", BY_DEFAULT)).isTrue();
        assertThat(unset.isWalTopic("__transaction_state", BY_DEFAULT)).isFalse();
    }

    @Test
    void theMetadataLogNeverIsAWalTopic() {
        assertThat(settings(Map.of("remote.wal.enable", "true")).isWalTopic("__cluster_metadata", BY_DEFAULT))
                .isFalse();
        assertThat(settings(Map.of()).isWalTopic("__cluster_metadata", BY_DEFAULT))
                .isFalse();
    }

    @Test
    void refusesWhatIsNotSupported() {
        assertThatThrownBy(() -> settings(Map.of("remote.wal.durability", "object")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("Invalid value object for configuration remote.wal.durability:"
                        + " is not supported by this version; use replicas");
        assertThatThrownBy(() -> settings(Map.of("remote.wal.durability", "disk")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("must be replicas");
        assertThatThrownBy(() -> settings(Map.of("remote.wal.enable", "1"))).isInstanceOf(ConfigException.class);
    }

    private static TopicWalSettings settings(Map<String, String> topic) {
        ConfigDef definition = new ConfigDef();
        TopicWalSettings.define(definition);
        return TopicWalSettings.of(new AbstractConfig(definition, topic, false), Set.copyOf(topic.keySet()));
    }
}
