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

import kafka.server.ReplicaManager;
import org.apache.kafka.server.LeaderEndPoint;

/**
 * Called from {@code kafka.server.ReplicaFetcherThread}: Kafka has no setting for the end point of a replica fetcher.
 */
public final class ReplicaFetcherThreadHook {

    private ReplicaFetcherThreadHook() {}

    /** At the start of the constructor: the end point that the thread shall use. */
    public static LeaderEndPoint leader(LeaderEndPoint stock, ReplicaManager replicaManager) {
        HookedBrokers brokers = HookRegistry.brokers();
        try {
            BrokerHooks hooks = brokers.of(replicaManager);
            return hooks == null ? stock : hooks.wrapLeader(stock);
        } catch (Throwable failure) {
            brokers.failures().record("ReplicaFetcherThread.<init>", failure);
            return stock;
        }
    }
}
