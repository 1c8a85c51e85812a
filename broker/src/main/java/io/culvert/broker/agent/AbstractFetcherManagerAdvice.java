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

import io.culvert.broker.hooks.FetcherManagerHook;
import java.util.List;
import java.util.Optional;
import net.bytebuddy.asm.Advice;
import org.apache.kafka.common.TopicPartition;

/** Advice for {@code kafka.server.AbstractFetcherManager}. */
final class AbstractFetcherManagerAdvice {

    private AbstractFetcherManagerAdvice() {}

    static Weaving weaving() {
        return new Weaving(
                "kafka.server.AbstractFetcherManager",
                Optional.empty(),
                List.of(WovenMethod.method(
                        GetFetcherId.class, "int", "getFetcherId", "org.apache.kafka.common.TopicPartition")),
                List.of());
    }

    /** {@code getFetcherId(TopicPartition)}. */
    static final class GetFetcherId {

        private GetFetcherId() {}

        @Advice.OnMethodExit
        static void exit(
                @Advice.This Object manager,
                @Advice.Argument(0) TopicPartition partition,
                @Advice.Return(readOnly = false) int fetcherId) {
            fetcherId = FetcherManagerHook.fetcherId(manager, partition, fetcherId);
        }
    }
}
