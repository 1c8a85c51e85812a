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

import io.culvert.broker.hooks.BrokerServerHook;
import java.util.List;
import java.util.Optional;
import kafka.server.BrokerServer;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/** Advice for {@code kafka.server.BrokerServer}. */
final class BrokerServerAdvice {

    private BrokerServerAdvice() {}

    static Weaving weaving() {
        return new Weaving(
                "kafka.server.BrokerServer",
                Optional.empty(),
                List.of(
                        WovenMethod.method(Startup.class, "void", "startup"),
                        WovenMethod.method(Shutdown.class, "void", "shutdown", "java.time.Duration")),
                List.of());
    }

    /** {@code startup()}. */
    static final class Startup {

        private Startup() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This BrokerServer server) {
            BrokerServerHook.starting(server);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.This BrokerServer server, @Advice.Thrown @Nullable Throwable thrown) {
            BrokerServerHook.startupEnded(server, thrown);
        }
    }

    /** {@code shutdown(Duration)}. */
    static final class Shutdown {

        private Shutdown() {}

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.This BrokerServer server) {
            BrokerServerHook.shutdownEnded(server);
        }
    }
}
