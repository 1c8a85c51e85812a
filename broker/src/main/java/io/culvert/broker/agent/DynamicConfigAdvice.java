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

package io.culvert.broker.agent;

import io.culvert.broker.hooks.DynamicConfigHook;
import java.util.List;
import java.util.Optional;
import net.bytebuddy.asm.Advice;
import org.apache.kafka.common.config.ConfigDef;

/** Advice for {@code org.apache.kafka.server.config.DynamicConfig.Broker}. */
final class DynamicConfigAdvice {

    private DynamicConfigAdvice() {}

    static Weaving weaving() {
        return new Weaving(
                "org.apache.kafka.server.config.DynamicConfig$Broker",
                Optional.empty(),
                List.of(WovenMethod.staticInitializer(StaticInitializer.class)),
                List.of("BROKER_CONFIGS"));
    }

    /** The static initializer: the definition is complete and nobody has seen it yet. */
    static final class StaticInitializer {

        private StaticInitializer() {}

        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue("BROKER_CONFIGS") ConfigDef dynamicBrokerConfigs) {
            DynamicConfigHook.define(dynamicBrokerConfigs);
        }
    }
}
