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

import kafka.server.ReplicaFetcherManager;
import org.apache.kafka.common.TopicPartition;

/**
 * Called from {@code kafka.server.AbstractFetcherManager}: which thread fetches a partition is decided there alone, and a
 * slow object store must not delay partitions that do not use it.
 */
public final class FetcherManagerHook {

    private FetcherManagerHook() {}

    /** At the end of {@code getFetcherId}, for replica fetchers and for the fetchers between log directories. */
    public static int fetcherId(Object manager, TopicPartition partition, int stockId) {
        if (!(manager instanceof ReplicaFetcherManager fetchers)) {
            return stockId;
        }
        HookedBrokers brokers = HookRegistry.brokers();
        try {
            BrokerHooks hooks = brokers.of(fetchers.replicaManager());
            return hooks == null ? stockId : hooks.fetcherId(partition, stockId);
        } catch (Throwable failure) {
            brokers.failures().record("AbstractFetcherManager.getFetcherId", failure);
            return stockId;
        }
    }
}
