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

import kafka.server.BrokerServer;
import kafka.server.KafkaConfig;
import org.jspecify.annotations.Nullable;

/**
 * Called from {@code kafka.server.BrokerServer}: the only place that sees a broker begin, with its settings, and end,
 * however it ends.
 */
public final class BrokerServerHook {

    private BrokerServerHook() {}

    /**
     * At the start of {@code startup()}. The one hook that may throw: with wrong settings, or a Kafka that the agent does
     * not fit, the broker must not start.
     */
    public static void starting(BrokerServer server) {
        KafkaConfig config = server.config();
        HookRegistry.brokers()
                .starting(
                        server,
                        config,
                        config.originals(),
                        settings -> ServiceFactory.load().create(server, settings));
    }

    /** At the end of {@code startup()}, however it ends. */
    public static void startupEnded(BrokerServer server, @Nullable Throwable thrown) {
        HookedBrokers brokers = HookRegistry.brokers();
        try {
            if (thrown == null) {
                brokers.started(server);
            } else {
                brokers.serverEnded(server);
            }
        } catch (Throwable failure) {
            brokers.failures().record("BrokerServer.startup", failure);
        }
    }

    /** At the end of {@code shutdown(Duration)}, however it ends; the call may have been refused. */
    public static void shutdownEnded(BrokerServer server) {
        HookedBrokers brokers = HookRegistry.brokers();
        try {
            if (server.isShutdown()) {
                brokers.serverEnded(server);
            }
        } catch (Throwable failure) {
            brokers.failures().record("BrokerServer.shutdown", failure);
        }
    }
}
