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

import io.culvert.broker.hooks.ReplicaManagerHook;
import java.util.List;
import java.util.Optional;
import kafka.server.KafkaConfig;
import kafka.server.ReplicaManager;
import net.bytebuddy.asm.Advice;

/** Advice for {@code kafka.server.ReplicaManager}. */
final class ReplicaManagerAdvice {

    private ReplicaManagerAdvice() {}

    static Weaving weaving() {
        return new Weaving(
                "kafka.server.ReplicaManager",
                Optional.empty(),
                List.of(
                        WovenMethod.constructor(
                                Created.class,
                                "kafka.server.KafkaConfig",
                                "org.apache.kafka.common.metrics.Metrics",
                                "org.apache.kafka.common.utils.Time",
                                "org.apache.kafka.server.util.Scheduler",
                                "kafka.log.LogManager|org.apache.kafka.storage.internals.log.LogManager",
                                "scala.Option",
                                "kafka.server.QuotaFactory$QuotaManagers|org.apache.kafka.server.quota.QuotaFactory$QuotaManagers",
                                "org.apache.kafka.metadata.MetadataCache",
                                "org.apache.kafka.storage.internals.log.LogDirFailureChannel",
                                "kafka.server.AlterPartitionManager|org.apache.kafka.server.partition.AlterPartitionManager",
                                "org.apache.kafka.storage.log.metrics.BrokerTopicStats",
                                "scala.Option",
                                "scala.Option",
                                "scala.Option",
                                "scala.Option",
                                "scala.Option",
                                "scala.Option",
                                "scala.Function0",
                                "scala.Option",
                                "org.apache.kafka.server.common.DirectoryEventHandler",
                                "org.apache.kafka.server.ActionQueue"),
                        WovenMethod.method(Shutdown.class, "void", "shutdown", "boolean")),
                List.of("logManager"));
    }

    /** The constructor. */
    static final class Created {

        private Created() {}

        @Advice.OnMethodExit
        static void exit(
                @Advice.This ReplicaManager replicaManager,
                @Advice.Argument(0) KafkaConfig config,
                @Advice.FieldValue("logManager") Object logManager) {
            ReplicaManagerHook.created(replicaManager, config, logManager);
        }
    }

    /** {@code shutdown(boolean)}. */
    static final class Shutdown {

        private Shutdown() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This ReplicaManager replicaManager) {
            ReplicaManagerHook.stopping(replicaManager);
        }
    }
}
