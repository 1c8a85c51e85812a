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

import kafka.server.KafkaConfig;
import kafka.server.ReplicaManager;

/**
 * Called from {@code kafka.server.ReplicaManager}: fetchers and partitions are made inside {@code BrokerServer.startup()},
 * before anything public tells that the replica manager is there.
 */
public final class ReplicaManagerHook {

    private ReplicaManagerHook() {}

    /** At the end of the constructor. */
    public static void created(ReplicaManager replicaManager, KafkaConfig config, Object logManager) {
        HookedBrokers brokers = HookRegistry.brokers();
        try {
            brokers.attach(config, replicaManager, logManager);
        } catch (Throwable failure) {
            brokers.failures().record("ReplicaManager.<init>", failure);
        }
    }

    /** At the start of {@code shutdown(boolean)}. */
    public static void stopping(ReplicaManager replicaManager) {
        HookedBrokers brokers = HookRegistry.brokers();
        try {
            brokers.replicaManagerStops(replicaManager);
        } catch (Throwable failure) {
            brokers.failures().record("ReplicaManager.shutdown", failure);
        }
    }
}
