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

import io.culvert.core.time.Ticker;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The brokers of this JVM: code woven into Kafka's classes can only reach a static, and this is the one that the project
 * allows itself.
 */
public final class HookRegistry {

    private static final AtomicReference<Installation> INSTALLATION = new AtomicReference<>(new NoAgent());

    private HookRegistry() {}

    /**
     * Tells what the agent has done; brokers that start from now on use it. Touches no class of Kafka, which may be absent.
     *
     * @param installation the agent's verdict and defaults
     */
    public static void install(Installation installation) {
        INSTALLATION.set(installation);
    }

    static HookedBrokers brokers() {
        return FirstUse.BROKERS;
    }

    /** Initialized by the first hook that runs, when Kafka's classes are there. */
    private static final class FirstUse {
        static final HookedBrokers BROKERS = new HookedBrokers(INSTALLATION::get, new HookFailures(Ticker.system()));
    }

    /** Hooks are only reached by woven code, so without an agent something is very wrong. */
    private static final class NoAgent implements Installation {

        @Override
        public List<String> problems() {
            return List.of("the agent was not installed");
        }

        @Override
        public Map<String, String> defaults() {
            return Map.of();
        }
    }
}
