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

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;
import static org.apache.kafka.common.config.ConfigDef.Range.atLeast;
import static org.apache.kafka.common.config.ConfigDef.Range.between;
import static org.apache.kafka.common.config.ConfigDef.Type.BOOLEAN;
import static org.apache.kafka.common.config.ConfigDef.Type.DOUBLE;
import static org.apache.kafka.common.config.ConfigDef.Type.INT;
import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.LONG;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/** The broker settings: name, type, default, range and text of each, side by side. */
public final class WalConfigDef {

    /** What the name of every broker setting begins with. */
    public static final String PREFIX = "remote.wal.";

    public static final String STORAGE_SYSTEM_ENABLE = PREFIX + "storage.system.enable";
    static final String STORAGE_SYSTEM_ENABLE_DOC = "Whether this broker takes part. "
            + "With false the agent changes nothing: every hook passes through to stock Kafka.";

    public static final String STORAGE_MANAGER_CLASS_NAME = PREFIX + "storage.manager.class.name";
    static final String STORAGE_MANAGER_CLASS_NAME_DOC =
            "Class of the store's plug-in, an implementation of <code>RemoteWalStorageManager</code>. "
                    + "Required when the system is enabled.";

    public static final String STORAGE_MANAGER_CLASS_PATH = PREFIX + "storage.manager.class.path";
    static final String STORAGE_MANAGER_CLASS_PATH_DOC =
            "Class path of the plug-in, whose classes then come before the broker's own. "
                    + "Unset: the plug-in is on the broker's class path or built in.";

    public static final String STORAGE_MANAGER_IMPL_PREFIX = PREFIX + "storage.manager.impl.prefix";
    static final String STORAGE_MANAGER_IMPL_PREFIX_DEFAULT = "rwsm.config.";
    static final String STORAGE_MANAGER_IMPL_PREFIX_DOC =
            "What the names of the plug-in's own settings begin with; the plug-in gets them without it.";

    public static final String STORAGE_KEY_PREFIX = PREFIX + "storage.key.prefix";
    static final String STORAGE_KEY_PREFIX_DOC =
            "First part of every object's key; the cluster id follows. Must be the same on all brokers.";

    public static final String UPLOAD_LINGER_MS = PREFIX + "upload.linger.ms";
    static final String UPLOAD_LINGER_MS_DOC = "The longest time that appended records wait for others to share their "
            + "object with, in milliseconds. The <code>latency</code> policy waits less whenever it can.";

    public static final String UPLOAD_MAX_BYTES = PREFIX + "upload.max.bytes";
    static final String UPLOAD_MAX_BYTES_DOC = "Size at which an object is sealed and uploaded, in bytes. "
            + "A single larger record batch gets an object of its own.";

    public static final String UPLOAD_MAX_INFLIGHT = PREFIX + "upload.max.inflight";
    static final String UPLOAD_MAX_INFLIGHT_DOC =
            "How many uploads run at once. With <code>upload.max.bytes</code> it bounds the memory for uploads.";

    public static final String UPLOAD_POLICY = PREFIX + "upload.policy";
    static final String UPLOAD_POLICY_DOC = "<code>cost</code> waits until an object is worth its PUT, and sends what "
            + "never is over the wire: replication never costs more than without Culvert. "
            + "<code>latency</code> uploads at once while fewer than <code>upload.max.inflight</code> uploads run, "
            + "whatever it costs.";

    public static final String FALLBACK_MS = PREFIX + "fallback.ms";
    static final String FALLBACK_MS_DOC = "How long the store may delay a partition's records, in milliseconds, before "
            + "they are replicated over the wire. It is the time for the whole way: an upload may use three quarters of it, "
            + "and the followers' reads have what is left. Keep it well below <code>replica.lag.time.max.ms</code>.";

    public static final String CATCHUP_SOURCE = PREFIX + "catchup.source";
    static final String CATCHUP_SOURCE_DOC =
            "Where a follower far behind gets its records from: <code>store</code>, from objects that the leader "
                    + "uploads on demand, or <code>leader</code>, over the wire.";

    public static final String RETENTION_MS = PREFIX + "retention.ms";
    static final String RETENTION_MS_DOC =
            "The longest time that an object is kept for replicas that have not read it, "
                    + "in milliseconds. Objects that every replica has read go at once.";

    public static final String TOPIC_DEFAULT_ENABLE = PREFIX + "topic.default.enable";
    static final String TOPIC_DEFAULT_ENABLE_DOC =
            "Whether topics that do not set <code>remote.wal.enable</code> are WAL topics.";

    public static final String TOPIC_DEFAULT_INTERNAL_TOPICS = PREFIX + "topic.default.internal.topics";
    static final String TOPIC_DEFAULT_INTERNAL_TOPICS_DOC =
            "Internal topics to which <code>remote.wal.topic.default.enable</code> applies too.";

    public static final String PAUSED = PREFIX + "paused";
    static final String PAUSED_DOC = "With true the object path is off and everything goes over the wire. "
            + "Set as the cluster-wide dynamic default, it acts on all brokers at once.";

    public static final String PRICE_CROSS_ZONE = PREFIX + "price.cross.zone.usd.per.gb";
    static final String PRICE_CROSS_ZONE_DOC =
            "What traffic from one zone to another costs, in US dollars per GB (10^9 bytes), both directions together.";

    public static final String PRICE_PUT = PREFIX + "price.put.usd.per.thousand";
    static final String PRICE_PUT_DOC = "What 1,000 PUTs cost, in US dollars. Unset: the plug-in's list price.";

    public static final String PRICE_GET = PREFIX + "price.get.usd.per.thousand";
    static final String PRICE_GET_DOC = "What 1,000 GETs cost, in US dollars. Unset: the plug-in's list price.";

    public static final String PRICE_UPLOAD = PREFIX + "price.upload.usd.per.gb";
    static final String PRICE_UPLOAD_DOC = "What uploads cost, in US dollars per GB. Unset: the plug-in's list price.";

    public static final String PRICE_RETRIEVAL = PREFIX + "price.retrieval.usd.per.gb";
    static final String PRICE_RETRIEVAL_DOC = "What reads cost, in US dollars per GB. Unset: the plug-in's list price.";

    public static final String PRICE_STORAGE = PREFIX + "price.storage.usd.per.gb.month";
    static final String PRICE_STORAGE_DOC =
            "What keeping a GB for a month costs, in US dollars. Unset: the plug-in's list price.";

    /**
     * The settings that take effect without a restart, as dynamic broker configs (KIP-226). A change of any of the others
     * needs a restart.
     */
    public static final Set<String> RECONFIGURABLE = Set.of(
            UPLOAD_LINGER_MS,
            UPLOAD_MAX_BYTES,
            UPLOAD_MAX_INFLIGHT,
            UPLOAD_POLICY,
            FALLBACK_MS,
            CATCHUP_SOURCE,
            RETENTION_MS,
            TOPIC_DEFAULT_ENABLE,
            TOPIC_DEFAULT_INTERNAL_TOPICS,
            PAUSED,
            PRICE_CROSS_ZONE,
            PRICE_PUT,
            PRICE_GET,
            PRICE_UPLOAD,
            PRICE_RETRIEVAL,
            PRICE_STORAGE);

    private static final ConfigDef DEFINITION = new ConfigDef()
            .define(STORAGE_SYSTEM_ENABLE, BOOLEAN, false, HIGH, STORAGE_SYSTEM_ENABLE_DOC)
            .define(STORAGE_MANAGER_CLASS_NAME, STRING, null, HIGH, STORAGE_MANAGER_CLASS_NAME_DOC)
            .define(STORAGE_MANAGER_CLASS_PATH, STRING, null, HIGH, STORAGE_MANAGER_CLASS_PATH_DOC)
            .define(
                    STORAGE_MANAGER_IMPL_PREFIX,
                    STRING,
                    STORAGE_MANAGER_IMPL_PREFIX_DEFAULT,
                    new ConfigDef.NonEmptyString(),
                    LOW,
                    STORAGE_MANAGER_IMPL_PREFIX_DOC)
            .define(STORAGE_KEY_PREFIX, STRING, "culvert", new KeyPrefix(), MEDIUM, STORAGE_KEY_PREFIX_DOC)
            .define(UPLOAD_LINGER_MS, LONG, 50L, between(0, 10_000), HIGH, UPLOAD_LINGER_MS_DOC)
            .define(UPLOAD_MAX_BYTES, INT, 4 << 20, between(64 << 10, 64 << 20), MEDIUM, UPLOAD_MAX_BYTES_DOC)
            .define(UPLOAD_MAX_INFLIGHT, INT, 4, between(1, 64), MEDIUM, UPLOAD_MAX_INFLIGHT_DOC)
            .define(
                    UPLOAD_POLICY,
                    STRING,
                    UploadPolicy.COST.text(),
                    ConfigDef.ValidString.in(UploadPolicy.COST.text(), UploadPolicy.LATENCY.text()),
                    HIGH,
                    UPLOAD_POLICY_DOC)
            .define(FALLBACK_MS, LONG, 1_000L, between(50, 60_000), HIGH, FALLBACK_MS_DOC)
            .define(
                    CATCHUP_SOURCE,
                    STRING,
                    CatchupSource.STORE.text(),
                    ConfigDef.ValidString.in(CatchupSource.STORE.text(), CatchupSource.LEADER.text()),
                    MEDIUM,
                    CATCHUP_SOURCE_DOC)
            .define(RETENTION_MS, LONG, 600_000L, atLeast(1_000), MEDIUM, RETENTION_MS_DOC)
            .define(TOPIC_DEFAULT_ENABLE, BOOLEAN, false, MEDIUM, TOPIC_DEFAULT_ENABLE_DOC)
            .define(TOPIC_DEFAULT_INTERNAL_TOPICS, LIST, "", LOW, TOPIC_DEFAULT_INTERNAL_TOPICS_DOC)
            .define(PAUSED, BOOLEAN, false, HIGH, PAUSED_DOC)
            .define(PRICE_CROSS_ZONE, DOUBLE, 0.02, new Price(), LOW, PRICE_CROSS_ZONE_DOC)
            .define(PRICE_PUT, DOUBLE, null, new Price(), LOW, PRICE_PUT_DOC)
            .define(PRICE_GET, DOUBLE, null, new Price(), LOW, PRICE_GET_DOC)
            .define(PRICE_UPLOAD, DOUBLE, null, new Price(), LOW, PRICE_UPLOAD_DOC)
            .define(PRICE_RETRIEVAL, DOUBLE, null, new Price(), LOW, PRICE_RETRIEVAL_DOC)
            .define(PRICE_STORAGE, DOUBLE, null, new Price(), LOW, PRICE_STORAGE_DOC);

    private WalConfigDef() {}

    /** The definition of all broker settings; not to be changed. */
    static ConfigDef definition() {
        return DEFINITION;
    }

    /**
     * Adds the settings that take effect without a restart to a definition of dynamic broker configs.
     *
     * @param dynamicConfigs the definition to change
     */
    public static void defineReconfigurable(ConfigDef dynamicConfigs) {
        DEFINITION.configKeys().values().stream()
                .filter(key -> RECONFIGURABLE.contains(key.name))
                .filter(key -> !dynamicConfigs.names().contains(key.name))
                .forEach(dynamicConfigs::define);
    }

    /** A finite number of at least 0, or nothing. */
    private static final class Price implements ConfigDef.Validator {

        @Override
        public void ensureValid(String name, @Nullable Object value) {
            if (value instanceof Double price && (!Double.isFinite(price) || price < 0)) {
                throw new ConfigException(name, value, "must be a finite number of at least 0");
            }
        }

        @Override
        public String toString() {
            return "[0,...]";
        }
    }

    /** Segments of letters, digits, dots, hyphens and underscores, with single slashes between them. */
    private static final class KeyPrefix implements ConfigDef.Validator {

        private static final Pattern VALID = Pattern.compile("(?!\\.)[\\w.-]+(/(?!\\.)[\\w.-]+)*");

        @Override
        public void ensureValid(String name, @Nullable Object value) {
            if (!(value instanceof String text)
                    || text.length() > 256
                    || !VALID.matcher(text).matches()) {
                throw new ConfigException(
                        name,
                        value,
                        "must be at most 256 letters, digits, '.', '-' and '_' in segments separated by '/' that do not"
                                + " begin with '.'");
            }
        }

        @Override
        public String toString() {
            return "segments of letters, digits, '.', '-' and '_', separated by '/'";
        }
    }
}
