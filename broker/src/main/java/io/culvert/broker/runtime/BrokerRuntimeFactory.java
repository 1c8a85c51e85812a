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

import io.culvert.broker.hooks.BrokerHooks;
import io.culvert.broker.hooks.BrokerHooksFactory;
import io.culvert.core.config.WalConfig;
import kafka.server.BrokerServer;

/** Makes the runtime of each broker; found as a service by the hooks. */
public final class BrokerRuntimeFactory implements BrokerHooksFactory {

    @Override
    public BrokerHooks create(BrokerServer server, WalConfig config) {
        return new BrokerRuntime(server, config, StorageManagerLoader.load(config));
    }
}
