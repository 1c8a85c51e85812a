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

import io.culvert.broker.hooks.ReplicaFetcherThreadHook;
import java.util.List;
import java.util.Optional;
import kafka.server.ReplicaManager;
import net.bytebuddy.asm.Advice;
import org.apache.kafka.server.LeaderEndPoint;

/** Advice for {@code kafka.server.ReplicaFetcherThread}. */
final class ReplicaFetcherThreadAdvice {

    private ReplicaFetcherThreadAdvice() {}

    static Weaving weaving() {
        return new Weaving(
                "kafka.server.ReplicaFetcherThread",
                Optional.empty(),
                List.of(WovenMethod.constructor(
                        Constructor.class,
                        "java.lang.String",
                        "org.apache.kafka.server.LeaderEndPoint",
                        "kafka.server.KafkaConfig",
                        "kafka.server.FailedPartitions",
                        "kafka.server.ReplicaManager",
                        "kafka.server.ReplicaQuota|org.apache.kafka.server.quota.ReplicaQuota",
                        "java.lang.String")),
                List.of());
    }

    /** The constructor. */
    static final class Constructor {

        private Constructor() {}

        @Advice.OnMethodEnter
        static void enter(
                @Advice.Argument(value = 1, readOnly = false) LeaderEndPoint leader,
                @Advice.Argument(4) ReplicaManager replicaManager) {
            leader = ReplicaFetcherThreadHook.leader(leader, replicaManager);
        }
    }
}
