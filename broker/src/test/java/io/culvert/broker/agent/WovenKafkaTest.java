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

import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.api.RemoteWalStorageManager;
import io.culvert.broker.hooks.WovenBroker;
import io.culvert.core.config.WalConfig;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Loads woven classes of each Kafka in a class loader of its own and uses them. */
final class WovenKafkaTest {

    static Stream<String> versions() {
        return KafkaJars.VERSIONS.stream();
    }

    @ParameterizedTest
    @MethodSource("versions")
    void everyWovenClassPassesTheVerifier(String version) throws Exception {
        try (WeavingClassLoader loader = loader(version)) {
            for (Weaving weaving : Weaving.all()) {
                assertThat(Class.forName(weaving.className(), true, loader).getClassLoader())
                        .isSameAs(loader);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void topicSettingsAreDefinedBeforeAnyoneCopiesThem(String version) throws Exception {
        assertThat(play(version, WovenBroker.TopicSettings.class))
                .containsExactly(
                        "remote.wal.durability",
                        "remote.wal.enable",
                        "unset: Optional.empty REPLICAS",
                        "set: Optional[true] REPLICAS",
                        "Invalid value maybe for configuration remote.wal.enable:"
                                + " Expected value to be either true or false",
                        "Invalid value object for configuration remote.wal.durability:"
                                + " is not supported by this version; use replicas");
    }

    @ParameterizedTest
    @MethodSource("versions")
    void parkedFetchesAskTheirHook(String version) throws Exception {
        assertThat(play(version, WovenBroker.ParkedFetches.class))
                .containsExactly(
                        "no hook: parked false, completed true",
                        "stock: parked false, completed true",
                        "wait: parked false",
                        "complete: completed true, again parked false",
                        "failing: parked false, completed true");
    }

    @ParameterizedTest
    @MethodSource("versions")
    void partitionsAskTheirHooks(String version) throws Exception {
        assertThat(play(version, WovenBroker.PartitionFetches.class))
                .containsExactly(
                        "no hooks: UnknownLeaderEpochException",
                        "stock: fetch UnknownLeaderEpochException",
                        "reference: fetch UnknownLeaderEpochException",
                        "consumer: UnknownLeaderEpochException",
                        "failing hook: UnknownLeaderEpochException",
                        "after a failure: UnknownLeaderEpochException",
                        "append: NotLeaderOrFollowerException");
    }

    /** Runs a scenario inside a woven Kafka; it can only answer in classes of the JDK. */
    @SuppressWarnings("unchecked")
    private static List<String> play(String version, Class<?> scenario) throws Exception {
        try (WeavingClassLoader loader = loader(version)) {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(loader);
            try {
                Object inside = Class.forName(scenario.getName(), true, loader)
                        .getDeclaredConstructor()
                        .newInstance();
                return (List<String>) ((Callable<?>) inside).call();
            } finally {
                thread.setContextClassLoader(before);
            }
        }
    }

    private static WeavingClassLoader loader(String version) throws IOException {
        return WeavingClassLoader.of(
                new KafkaJars(version),
                WovenBroker.class,
                Weaving.class,
                WalConfig.class,
                RemoteWalStorageManager.class);
    }
}
