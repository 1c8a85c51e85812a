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

import io.culvert.broker.hooks.FetchScope;
import io.culvert.broker.hooks.PartitionHook;
import java.util.List;
import java.util.Optional;
import kafka.cluster.Partition;
import net.bytebuddy.asm.Advice;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.server.replica.Replica;
import org.apache.kafka.server.storage.log.FetchParams;
import org.apache.kafka.storage.internals.log.LogReadInfo;
import org.jspecify.annotations.Nullable;

/** Advice for {@code kafka.cluster.Partition}, which gets a field for its hooks. */
@SuppressWarnings("UnusedVariable") // what advice assigns to its parameters is written back
final class PartitionAdvice {

    private static final String HOOKS = "culvertHooks";

    private PartitionAdvice() {}

    static Weaving weaving() {
        return new Weaving(
                "kafka.cluster.Partition",
                Optional.of(HOOKS),
                List.of(
                        WovenMethod.constructor(
                                Created.class,
                                "org.apache.kafka.common.TopicPartition",
                                "long",
                                "int",
                                "scala.Function0",
                                "org.apache.kafka.common.utils.Time",
                                "org.apache.kafka.server.partition.AlterPartitionListener",
                                "kafka.cluster.DelayedOperations",
                                "org.apache.kafka.metadata.MetadataCache",
                                "kafka.log.LogManager|org.apache.kafka.storage.internals.log.LogManager",
                                "kafka.server.AlterPartitionManager"
                                        + "|org.apache.kafka.server.partition.AlterPartitionManager",
                                "scala.Option"),
                        WovenMethod.method(
                                AppendRecordsToLeader.class,
                                "org.apache.kafka.storage.internals.log.LogAppendInfo",
                                "appendRecordsToLeader",
                                "org.apache.kafka.common.record.internal.MemoryRecords",
                                "org.apache.kafka.storage.internals.log.AppendOrigin",
                                "int",
                                "org.apache.kafka.server.common.RequestLocal",
                                "org.apache.kafka.storage.internals.log.VerificationGuard",
                                "short"),
                        WovenMethod.method(
                                FetchRecords.class,
                                "org.apache.kafka.storage.internals.log.LogReadInfo",
                                "fetchRecords",
                                "org.apache.kafka.server.storage.log.FetchParams",
                                "org.apache.kafka.common.requests.FetchRequest$PartitionData",
                                "long",
                                "int",
                                "boolean",
                                "boolean"),
                        WovenMethod.method(
                                UpdateFollowerFetchState.class,
                                "void",
                                "updateFollowerFetchState",
                                "org.apache.kafka.server.replica.Replica",
                                "org.apache.kafka.storage.internals.log.LogOffsetMetadata",
                                "long",
                                "long",
                                "long",
                                "long")),
                List.of("logManager"));
    }

    /** The constructor. */
    static final class Created {

        private Created() {}

        @Advice.OnMethodExit
        static void exit(
                @Advice.This Partition partition,
                @Advice.FieldValue("logManager") Object logManager,
                @Advice.FieldValue(value = HOOKS, readOnly = false) @Nullable Object hooks) {
            hooks = PartitionHook.created(partition, logManager);
        }
    }

    /** {@code appendRecordsToLeader}. */
    static final class AppendRecordsToLeader {

        private AppendRecordsToLeader() {}

        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue(HOOKS) @Nullable Object hooks) {
            PartitionHook.appended(hooks);
        }
    }

    /** {@code fetchRecords}. */
    static final class FetchRecords {

        private FetchRecords() {}

        @Advice.OnMethodEnter
        static @Nullable FetchScope enter(
                @Advice.This Partition partition,
                @Advice.FieldValue(HOOKS) @Nullable Object hooks,
                @Advice.Argument(0) FetchParams params,
                @Advice.Argument(1) FetchRequest.PartitionData fetch,
                @Advice.Argument(value = 3, readOnly = false) int maxBytes,
                @Advice.Argument(value = 4, readOnly = false) boolean minOneMessage) {
            FetchScope scope = PartitionHook.fetching(hooks, partition, params, fetch);
            if (scope != null) {
                maxBytes = 0;
                minOneMessage = false;
            }
            return scope;
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(
                @Advice.Enter @Nullable FetchScope scope, @Advice.Return(readOnly = false) @Nullable LogReadInfo read) {
            read = PartitionHook.fetched(scope, read);
        }
    }

    /** {@code updateFollowerFetchState}. */
    static final class UpdateFollowerFetchState {

        private UpdateFollowerFetchState() {}

        @Advice.OnMethodEnter
        static void enter(
                @Advice.This Partition partition,
                @Advice.FieldValue(HOOKS) @Nullable Object hooks,
                @Advice.Argument(0) Replica replica,
                @Advice.Argument(value = 4, readOnly = false) long leaderEndOffset) {
            leaderEndOffset = PartitionHook.leaderEndOffset(hooks, partition, replica, leaderEndOffset);
        }
    }
}
