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

import java.util.Map;
import kafka.server.DelayedFetch;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.server.storage.log.FetchParams;
import org.apache.kafka.storage.internals.log.FetchPartitionStatus;
import org.jspecify.annotations.Nullable;

/**
 * Called from {@code kafka.server.DelayedFetch}: its own conditions look at the log, and a reference fetch waits for
 * uploads.
 *
 * <p>A fetch carries its hook in a field that is added to the class; fetches of consumers, and of followers that want
 * records, have none.
 */
public final class DelayedFetchHook {

    /** Let the method's own body run. */
    public static final int STOCK = 0;
    /** Return false without it. */
    public static final int PARKED = 1;
    /** Return true without it: the fetch was completed here. */
    public static final int COMPLETED = 2;

    private DelayedFetchHook() {}

    /** At the end of the constructor: the fetch's hook, null for none. */
    public static @Nullable Object created(
            FetchParams params, Map<TopicIdPartition, FetchPartitionStatus> partitions, ReplicaManager replicaManager) {
        HookedBrokers brokers = HookRegistry.brokers();
        try {
            if (!params.isFromFollower()) {
                return null;
            }
            BrokerHooks hooks = brokers.of(replicaManager);
            return hooks == null ? null : hooks.parked(params, partitions);
        } catch (Throwable failure) {
            brokers.failures().record("DelayedFetch.<init>", failure);
            return null;
        }
    }

    /** At the start of {@code tryComplete}: how to go on. */
    public static int tryComplete(DelayedFetch fetch, @Nullable Object hook) {
        if (hook == null) {
            return STOCK;
        }
        ParkedFetch.Step step;
        try {
            step = ((ParkedFetch) hook).tryComplete();
        } catch (Throwable failure) {
            HookRegistry.brokers().failures().record("DelayedFetch.tryComplete", failure);
            return STOCK;
        }
        return switch (step) {
            case STOCK -> STOCK;
            case WAIT -> PARKED;
            case COMPLETE -> fetch.forceComplete() ? COMPLETED : PARKED;
        };
    }
}
