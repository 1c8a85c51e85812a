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

import io.culvert.broker.hooks.DelayedFetchHook;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kafka.server.DelayedFetch;
import kafka.server.ReplicaManager;
import net.bytebuddy.asm.Advice;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.server.storage.log.FetchParams;
import org.apache.kafka.storage.internals.log.FetchPartitionStatus;
import org.jspecify.annotations.Nullable;

/** Advice for {@code kafka.server.DelayedFetch}, which gets a field for its hook. */
final class DelayedFetchAdvice {

    private static final String HOOK = "culvertHook";

    private DelayedFetchAdvice() {}

    static Weaving weaving() {
        return new Weaving(
                "kafka.server.DelayedFetch",
                Optional.of(HOOK),
                List.of(
                        WovenMethod.constructor(
                                Created.class,
                                "org.apache.kafka.server.storage.log.FetchParams",
                                "java.util.LinkedHashMap",
                                "kafka.server.ReplicaManager",
                                "kafka.server.ReplicaQuota|org.apache.kafka.server.quota.ReplicaQuota",
                                "scala.Function1"),
                        WovenMethod.method(TryComplete.class, "boolean", "tryComplete")),
                List.of());
    }

    /** The constructor. */
    @SuppressWarnings("UnusedVariable") // what advice assigns to its parameters is written back
    static final class Created {

        private Created() {}

        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) FetchParams params,
                @Advice.Argument(1) Map<TopicIdPartition, FetchPartitionStatus> partitions,
                @Advice.Argument(2) ReplicaManager replicaManager,
                @Advice.FieldValue(value = HOOK, readOnly = false) @Nullable Object hook) {
            hook = DelayedFetchHook.created(params, partitions, replicaManager);
        }
    }

    /** {@code tryComplete()}; when its body is skipped it returns false unless told otherwise. */
    static final class TryComplete {

        private TryComplete() {}

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static int enter(@Advice.This DelayedFetch fetch, @Advice.FieldValue(HOOK) @Nullable Object hook) {
            return DelayedFetchHook.tryComplete(fetch, hook);
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Enter int how, @Advice.Return(readOnly = false) boolean completed) {
            if (how == DelayedFetchHook.COMPLETED) {
                completed = true;
            }
        }
    }
}
