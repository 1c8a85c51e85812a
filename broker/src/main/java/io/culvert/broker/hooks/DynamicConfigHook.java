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

import io.culvert.core.config.WalConfigDef;
import org.apache.kafka.common.config.ConfigDef;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Called from {@code org.apache.kafka.server.config.DynamicConfig.Broker}: Kafka takes dynamic broker configs that it does
 * not know for secrets, so that an operator who has paused the object path could not see it.
 */
public final class DynamicConfigHook {

    private static final Logger LOG = LoggerFactory.getLogger(DynamicConfigHook.class);

    private DynamicConfigHook() {}

    /** At the end of the static initializer. */
    public static void define(ConfigDef dynamicBrokerConfigs) {
        try {
            WalConfigDef.defineReconfigurable(dynamicBrokerConfigs);
        } catch (Throwable failure) {
            LOG.error("dynamic broker settings could not be defined", failure);
        }
    }
}
