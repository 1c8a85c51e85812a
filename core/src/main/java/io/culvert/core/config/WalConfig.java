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

import io.culvert.api.StoragePrices;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one broker: what its properties say, over the agent's defaults, over the built-in ones.
 *
 * <p>Immutable. A dynamic change makes a new one with {@link #withBrokerProperties}. Names, defaults and ranges are in
 * {@link WalConfigDef}.
 */
public final class WalConfig {

    private final Map<String, String> agentDefaults;
    private final AbstractConfig values;

    private WalConfig(Map<String, ?> brokerProperties, Map<String, String> agentDefaults) {
        Map<String, Object> merged = new HashMap<>(agentDefaults);
        merged.putAll(brokerProperties);
        this.agentDefaults = Map.copyOf(agentDefaults);
        this.values = new AbstractConfig(WalConfigDef.definition(), merged, false);
        requireConsistent();
    }

    /**
     * Reads and checks the settings of a broker.
     *
     * @param brokerProperties all properties of the broker, those of Kafka too
     * @param agentDefaults used where the broker's properties lack a setting
     * @return the settings
     * @throws ConfigException that names the setting, its value and what would be right
     */
    public static WalConfig of(Map<String, ?> brokerProperties, Map<String, String> agentDefaults) {
        return new WalConfig(brokerProperties, agentDefaults);
    }

    /**
     * Reads the settings again, after a change of the broker's properties, over the same agent's defaults.
     *
     * @param brokerProperties all properties of the broker, those of Kafka too
     * @return the new settings
     * @throws ConfigException that names the setting, its value and what would be right
     */
    public WalConfig withBrokerProperties(Map<String, ?> brokerProperties) {
        return new WalConfig(brokerProperties, agentDefaults);
    }

    private void requireConsistent() {
        Optional<String> className = storageManagerClassName();
        if (storageSystemEnable() && className.isEmpty()) {
            throw new ConfigException(
                    WalConfigDef.STORAGE_MANAGER_CLASS_NAME,
                    null,
                    "must name a class that implements RemoteWalStorageManager when "
                            + WalConfigDef.STORAGE_SYSTEM_ENABLE + " is true");
        }
        if (className.isEmpty() && storageManagerClassPath().isPresent()) {
            throw new ConfigException(
                    WalConfigDef.STORAGE_MANAGER_CLASS_PATH,
                    storageManagerClassPath().get(),
                    "needs " + WalConfigDef.STORAGE_MANAGER_CLASS_NAME + " to name the class to load from it");
        }
        if (retentionMs() < 2 * fallbackMs()) {
            throw new ConfigException(
                    WalConfigDef.RETENTION_MS,
                    retentionMs(),
                    "must be at least twice " + WalConfigDef.FALLBACK_MS + " (" + fallbackMs() + ")");
        }
    }

    /** Whether Culvert does anything on this broker; with false every hook passes through. */
    public boolean storageSystemEnable() {
        return values.getBoolean(WalConfigDef.STORAGE_SYSTEM_ENABLE);
    }

    /** The class of the store's plug-in; always present when {@link #storageSystemEnable()}. */
    public Optional<String> storageManagerClassName() {
        return text(WalConfigDef.STORAGE_MANAGER_CLASS_NAME);
    }

    /** Where the plug-in's jars are, in the form of a Java class path; empty for the broker's own class path. */
    public Optional<String> storageManagerClassPath() {
        return text(WalConfigDef.STORAGE_MANAGER_CLASS_PATH);
    }

    /** The plug-in's own settings, without their prefix; may hold secrets. */
    public Map<String, Object> storageManagerProperties() {
        return values.originalsWithPrefix(values.getString(WalConfigDef.STORAGE_MANAGER_IMPL_PREFIX));
    }

    /** First part of every object's key, without a slash at either end. */
    public String storageKeyPrefix() {
        return values.getString(WalConfigDef.STORAGE_KEY_PREFIX);
    }

    /** How long an open object may wait for more, in milliseconds. */
    public long uploadLingerMs() {
        return values.getLong(WalConfigDef.UPLOAD_LINGER_MS);
    }

    /** Size at which an open object is sealed, in bytes. */
    public int uploadMaxBytes() {
        return values.getInt(WalConfigDef.UPLOAD_MAX_BYTES);
    }

    /** How many PUTs may run at once. */
    public int uploadMaxInflight() {
        return values.getInt(WalConfigDef.UPLOAD_MAX_INFLIGHT);
    }

    /** When an open object is uploaded. */
    public UploadPolicy uploadPolicy() {
        return UploadPolicy.valueOf(constant(WalConfigDef.UPLOAD_POLICY));
    }

    /** How long the store may delay a record on its whole way to a follower, in milliseconds. */
    public long fallbackMs() {
        return values.getLong(WalConfigDef.FALLBACK_MS);
    }

    /** Where followers that are behind the leader's index catch up from. */
    public CatchupSource catchupSource() {
        return CatchupSource.valueOf(constant(WalConfigDef.CATCHUP_SOURCE));
    }

    /** How long an object may be kept for a replica that does not pass it, in milliseconds. */
    public long retentionMs() {
        return values.getLong(WalConfigDef.RETENTION_MS);
    }

    /** Whether topics that do not set {@code remote.wal.enable} are WAL topics. */
    public boolean topicDefaultEnable() {
        return values.getBoolean(WalConfigDef.TOPIC_DEFAULT_ENABLE);
    }

    /** The internal topics to which {@link #topicDefaultEnable()} applies too. */
    public List<String> topicDefaultInternalTopics() {
        return values.getList(WalConfigDef.TOPIC_DEFAULT_INTERNAL_TOPICS);
    }

    /** Whether the object path is switched off: every partition goes over the wire. */
    public boolean paused() {
        return values.getBoolean(WalConfigDef.PAUSED);
    }

    /** What a GB (10^9 bytes) from one zone to another costs, in US dollars. */
    public double crossZonePricePerGb() {
        return values.getDouble(WalConfigDef.PRICE_CROSS_ZONE);
    }

    /**
     * What the store charges: each price that is set, else the store's list price.
     *
     * @param listPrices what the plug-in says
     */
    public StoragePrices storagePrices(StoragePrices listPrices) {
        return new StoragePrices(
                price(WalConfigDef.PRICE_PUT, listPrices.perThousandPuts()),
                price(WalConfigDef.PRICE_GET, listPrices.perThousandGets()),
                price(WalConfigDef.PRICE_UPLOAD, listPrices.perGbUploaded()),
                price(WalConfigDef.PRICE_RETRIEVAL, listPrices.perGbRetrieved()),
                price(WalConfigDef.PRICE_STORAGE, listPrices.perGbMonth()));
    }

    /**
     * Names among some properties that begin like one of ours but are none: misspelled, or of another version.
     *
     * @param names names of broker properties
     * @return the unknown ones, sorted
     */
    public static Set<String> unknownNames(Set<String> names) {
        Set<String> unknown = new TreeSet<>();
        for (String name : names) {
            if (name.startsWith(WalConfigDef.PREFIX)
                    && !WalConfigDef.definition().names().contains(name)) {
                unknown.add(name);
            }
        }
        return unknown;
    }

    /**
     * Names among some properties that are neither ours nor the plug-in's.
     *
     * @param properties settings, which may say what the names of the plug-in's begin with
     * @return the other ones, sorted
     */
    public static Set<String> foreignNames(Map<String, String> properties) {
        String pluginPrefix = properties.getOrDefault(
                WalConfigDef.STORAGE_MANAGER_IMPL_PREFIX, WalConfigDef.STORAGE_MANAGER_IMPL_PREFIX_DEFAULT);
        Set<String> foreign = new TreeSet<>(properties.keySet());
        foreign.removeIf(name -> name.startsWith(pluginPrefix)
                || WalConfigDef.definition().names().contains(name));
        return foreign;
    }

    private Optional<String> text(String name) {
        return Optional.ofNullable(values.getString(name)).map(String::trim).filter(value -> !value.isEmpty());
    }

    private String constant(String name) {
        return values.getString(name).toUpperCase(Locale.ROOT);
    }

    private double price(String name, double listPrice) {
        @Nullable Double price = values.getDouble(name);
        return price == null ? listPrice : price;
    }
}
