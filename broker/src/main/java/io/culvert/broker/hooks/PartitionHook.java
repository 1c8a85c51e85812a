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

import kafka.cluster.Partition;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.server.replica.Replica;
import org.apache.kafka.server.storage.log.FetchParams;
import org.apache.kafka.storage.internals.log.LogReadInfo;
import org.jspecify.annotations.Nullable;

/**
 * Called from {@code kafka.cluster.Partition}: appends of producers and coordinators, and reads of followers, pass there
 * and nowhere else together with the leader's epoch and state.
 *
 * <p>A partition carries its own hooks in a field that is added to the class; without any, each call ends after one look
 * at it.
 */
public final class PartitionHook {

    private PartitionHook() {}

    /** At the end of the constructor: the partition's hooks, null for none. */
    public static @Nullable Object created(Partition partition, Object logManager) {
        HookedBrokers brokers = HookRegistry.brokers();
        try {
            BrokerHooks hooks = brokers.of(logManager);
            return hooks == null ? null : hooks.partition(partition);
        } catch (Throwable failure) {
            brokers.failures().record("Partition.<init>", failure);
            return null;
        }
    }

    /** After {@code appendRecordsToLeader} has returned normally. */
    public static void appended(@Nullable Object hooks) {
        if (hooks == null) {
            return;
        }
        try {
            ((PartitionHooks) hooks).appended();
        } catch (Throwable failure) {
            HookRegistry.brokers().failures().record("Partition.appendRecordsToLeader", failure);
        }
    }

    /**
     * At the start of {@code fetchRecords}.
     *
     * @return null to let stock Kafka serve the fetch; otherwise it must read nothing, and {@link #fetched} must follow
     */
    public static @Nullable FetchScope fetching(
            @Nullable Object hooks, Partition partition, FetchParams params, FetchRequest.PartitionData fetch) {
        if (hooks == null || !params.isFromFollower()) {
            return null;
        }
        HookedBrokers brokers = HookRegistry.brokers();
        try {
            if (brokers.failures().recent()) {
                return null;
            }
            ReferenceFetch reference = ((PartitionHooks) hooks).fetch(params, fetch);
            if (reference == null) {
                return null;
            }
            FetchScope scope = new FetchScope(partition, params.replicaId, reference, brokers.currentFetch());
            brokers.setCurrentFetch(scope);
            return scope;
        } catch (Throwable failure) {
            brokers.failures().record("Partition.fetchRecords enter", failure);
            return null;
        }
    }

    /**
     * At the end of {@code fetchRecords}, however it ends.
     *
     * @param scope what {@link #fetching} returned
     * @param read what the method returns; null if it throws
     * @return what it shall return instead
     */
    public static @Nullable LogReadInfo fetched(@Nullable FetchScope scope, @Nullable LogReadInfo read) {
        if (scope == null) {
            return read;
        }
        HookedBrokers brokers = HookRegistry.brokers();
        try {
            brokers.setCurrentFetch(scope.outer());
            if (read == null || read.divergingEpoch().isPresent()) {
                return read;
            }
            return scope.reference().answer(read);
        } catch (Throwable failure) {
            brokers.failures().record("Partition.fetchRecords exit", failure);
            return read;
        }
    }

    /** At the start of {@code updateFollowerFetchState}: the leader end offset that the ISR's clock shall see. */
    public static long leaderEndOffset(
            @Nullable Object hooks, Partition partition, Replica replica, long logEndOffset) {
        if (hooks == null) {
            return logEndOffset;
        }
        HookedBrokers brokers = HookRegistry.brokers();
        try {
            FetchScope scope = brokers.currentFetch();
            if (scope == null || !scope.isOf(partition, replica.brokerId())) {
                return logEndOffset;
            }
            return Math.min(logEndOffset, scope.reference().leaderEndOffset(logEndOffset));
        } catch (Throwable failure) {
            brokers.failures().record("Partition.updateFollowerFetchState", failure);
            return logEndOffset;
        }
    }
}
