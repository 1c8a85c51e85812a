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

import io.culvert.core.config.WalConfig;
import io.culvert.core.config.WalConfigDef;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Reconfigurable;
import org.apache.kafka.common.config.ConfigException;

/**
 * Takes over settings that change at run time (KIP-226). A bad value is refused where an operator tries to set it; the
 * broker goes on with the ones it has.
 */
final class WalReconfigurable implements Reconfigurable {

    private final BrokerRuntime runtime;

    WalReconfigurable(BrokerRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public Set<String> reconfigurableConfigs() {
        return WalConfigDef.RECONFIGURABLE;
    }

    @Override
    public void validateReconfiguration(Map<String, ?> configs) throws ConfigException {
        read(configs);
    }

    @Override
    public void reconfigure(Map<String, ?> configs) {
        runtime.reconfigure(read(configs));
    }

    private WalConfig read(Map<String, ?> configs) {
        return runtime.config().withBrokerProperties(configs);
    }

    @Override
    public void configure(Map<String, ?> configs) {
        // The runtime was made from the broker's settings.
    }
}
