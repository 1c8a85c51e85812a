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

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.util.KafkaScheduler;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

/** A real log of Kafka of partition {@code compacted-0}, without a broker. */
final class LocalKafkaLog implements AutoCloseable {

    static final Uuid TOPIC_ID = new Uuid(1, 2);

    private final KafkaScheduler scheduler = new KafkaScheduler(1);
    private final BrokerTopicStats stats = new BrokerTopicStats();
    private final LogConfig config = new LogConfig(
            Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, "compact,delete", TopicConfig.RETENTION_MS_CONFIG, "-1"));
    private final UnifiedLog log;

    LocalKafkaLog(Path folder) throws IOException {
        scheduler.startup();
        File partition = Files.createDirectory(folder.resolve("compacted-0")).toFile();
        log = UnifiedLog.create(
                partition,
                config,
                0,
                0,
                scheduler,
                stats,
                Time.SYSTEM,
                60_000,
                new ProducerStateManagerConfig(60_000, false),
                60_000,
                new LogDirFailureChannel(1),
                true,
                Optional.of(TOPIC_ID));
    }

    UnifiedLog log() {
        return log;
    }

    LogConfig config() {
        return config;
    }

    /** Appends records, each in a batch, and begins a new segment. */
    void fillSegment(int records) throws IOException {
        for (int i = 0; i < records; i++) {
            log.appendAsLeader(record("value"), 0);
        }
        log.roll();
        log.updateHighWatermark(log.logEndOffset());
    }

    static MemoryRecords record(String value) {
        return MemoryRecords.withRecords(
                Compression.NONE,
                new SimpleRecord(1L, "key".getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() throws InterruptedException {
        // Flushes that are scheduled need the log.
        scheduler.shutdown();
        log.close();
        stats.close();
    }
}
