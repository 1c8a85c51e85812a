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

import io.culvert.core.config.WalConfig;
import kafka.server.BrokerServer;

/**
 * Makes the hooks of each broker in this JVM; found as a {@link java.util.ServiceLoader} service.
 *
 * <p>Asked only when {@code remote.wal.storage.system.enable} is true.
 */
@FunctionalInterface
public interface BrokerHooksFactory {

    /**
     * Makes the hooks of a broker whose {@code startup()} begins.
     *
     * @param server the broker; its configuration, metrics and clock may be used, little else exists yet
     * @param config the broker's settings, with the agent's defaults
     * @return the broker's hooks
     * @throws org.apache.kafka.common.config.ConfigException if the settings do not work: the broker does not start
     */
    BrokerHooks create(BrokerServer server, WalConfig config);
}
