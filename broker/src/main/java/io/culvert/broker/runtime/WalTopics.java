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

import io.culvert.core.config.TopicWalSettings;
import io.culvert.core.config.WalConfig;
import java.util.function.Supplier;
import org.apache.kafka.storage.internals.log.LogConfig;

/** Decides which topics are WAL topics, from the topic's own setting and the broker's. Thread-safe. */
final class WalTopics {

    private final Supplier<WalConfig> settings;

    WalTopics(Supplier<WalConfig> settings) {
        this.settings = settings;
    }

    /** A decision with what it was made from. */
    record Verdict(LogConfig topicConfig, WalConfig settings, boolean isWal) {}

    /** Whether a decision still stands: both things it was made from are replaced as a whole when they change. */
    @SuppressWarnings(
            "ReferenceEquality") // the broker makes a new config for each change, and comparing all values is dear
    boolean isCurrent(Verdict verdict, LogConfig topicConfig) {
        return verdict.topicConfig() == topicConfig && verdict.settings() == settings.get();
    }

    Verdict judge(String topic, LogConfig topicConfig) {
        WalConfig now = settings.get();
        boolean isWal = !now.paused()
                && TopicWalSettings.of(topicConfig, topicConfig.overriddenConfigs)
                        .isWalTopic(topic, now);
        return new Verdict(topicConfig, now, isWal);
    }
}
