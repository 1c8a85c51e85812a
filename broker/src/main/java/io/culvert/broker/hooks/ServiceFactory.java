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

import java.util.ServiceLoader;

/** Finds the runtime that is built into the agent. */
final class ServiceFactory {

    private ServiceFactory() {}

    static BrokerHooksFactory load() {
        ClassLoader loader = ServiceFactory.class.getClassLoader();
        return ServiceLoader.load(BrokerHooksFactory.class, loader)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "the agent jar is incomplete: missing service=" + BrokerHooksFactory.class.getName()));
    }
}
