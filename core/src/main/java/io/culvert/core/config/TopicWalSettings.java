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

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.internals.Topic;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one topic.
 *
 * @param enable whether the topic is a WAL topic; empty if the topic does not say, and the broker's default decides
 * @param durability what an acknowledgement by all replicas stands for
 */
public record TopicWalSettings(Optional<Boolean> enable, Durability durability) {

    public static final String ENABLE = "remote.wal.enable";
    static final String ENABLE_DOC = "Whether followers get the topic's records through the object store. "
            + "A topic that does not set it follows the broker's <code>remote.wal.topic.default.enable</code>.";

    public static final String DURABILITY = "remote.wal.durability";
    static final String DURABILITY_DOC =
            "What an acknowledgement by all replicas stands for: <code>replicas</code>, the "
                    + "in-sync replicas have the records, as in every Kafka topic. <code>object</code>, the records are in "
                    + "the object store too, is reserved and refused by this version.";

    /**
     * Adds the topic settings to a definition of topic configs; does nothing if they are there.
     *
     * @param topicConfigs the definition to change
     */
    public static void define(ConfigDef topicConfigs) {
        if (topicConfigs.names().contains(ENABLE)) {
            return;
        }
        topicConfigs.define(ENABLE, ConfigDef.Type.BOOLEAN, false, ConfigDef.Importance.MEDIUM, ENABLE_DOC);
        topicConfigs.define(
                DURABILITY,
                ConfigDef.Type.STRING,
                Durability.REPLICAS.text(),
                new SupportedDurability(),
                ConfigDef.Importance.MEDIUM,
                DURABILITY_DOC);
    }

    /**
     * Reads a topic's settings.
     *
     * @param topicConfig the topic's whole config, Kafka's {@code LogConfig}
     * @param overridden the names that the topic itself sets, {@code LogConfig.overriddenConfigs}
     */
    public static TopicWalSettings of(AbstractConfig topicConfig, Set<String> overridden) {
        Optional<Boolean> enable =
                overridden.contains(ENABLE) ? Optional.of(topicConfig.getBoolean(ENABLE)) : Optional.empty();
        return new TopicWalSettings(
                enable, Durability.valueOf(topicConfig.getString(DURABILITY).toUpperCase(Locale.ROOT)));
    }

    /**
     * Says whether the topic is a WAL topic: what it sets itself, else the broker's default, which covers internal topics
     * only by name. The metadata log never is.
     *
     * @param topic the topic's name
     * @param broker the broker's settings
     */
    public boolean isWalTopic(String topic, WalConfig broker) {
        if (topic.equals(Topic.CLUSTER_METADATA_TOPIC_NAME)) {
            return false;
        }
        return enable.orElseGet(() -> broker.topicDefaultEnable()
                && (!Topic.isInternal(topic)
                        || broker.topicDefaultInternalTopics().contains(topic)));
    }

    /** Refuses, with a reason, what is not there yet. */
    private static final class SupportedDurability implements ConfigDef.Validator {

        @Override
        public void ensureValid(String name, @Nullable Object value) {
            if (Durability.OBJECT.text().equals(value)) {
                throw new ConfigException(
                        name, value, "is not supported by this version; use " + Durability.REPLICAS.text());
            }
            if (!Durability.REPLICAS.text().equals(value)) {
                throw new ConfigException(name, value, "must be " + Durability.REPLICAS.text());
            }
        }

        @Override
        public String toString() {
            return "[" + Durability.REPLICAS.text() + "]";
        }
    }
}
