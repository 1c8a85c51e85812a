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

package io.culvert.broker.hooks;

import io.culvert.core.config.TopicWalSettings;
import org.apache.kafka.common.config.ConfigDef;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Called from {@code org.apache.kafka.storage.internals.log.LogConfig}: Kafka has no way to add topic configs, and every
 * later user copies this definition.
 */
public final class LogConfigHook {

    private static final Logger LOG = LoggerFactory.getLogger(LogConfigHook.class);

    private LogConfigHook() {}

    /** At the end of the static initializer. */
    public static void define(ConfigDef topicConfigs) {
        try {
            TopicWalSettings.define(topicConfigs);
        } catch (Throwable failure) {
            LOG.error("topic settings could not be defined", failure);
        }
    }
}
