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

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AgentInstallationTest {

    @TempDir
    private Path folder;

    @Test
    void aVersionThatDoesNotFitIsNamedWithWhatItLacks() throws IOException {
        Path resource = folder.resolve("kafka/kafka-version.properties");
        Files.createDirectories(resource.getParent());
        Files.writeString(resource, "version=4.2.9\n");

        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            List<String> problems =
                    installation(List.of(), loader, Optional.empty()).problems();

            assertThat(problems)
                    .contains(
                            "kafka version is not supported: found=4.2.9 supported=4.3.x, 4.4.x",
                            "missing in kafka version=4.2.9: kafka.cluster.Partition",
                            "missing in kafka version=4.2.9: kafka.server.BrokerServer startup()V");
        }
    }

    @Test
    void noKafkaIsAProblemToo() {
        assertThat(installation(List.of(), ClassLoader.getPlatformClassLoader(), Optional.empty())
                        .problems())
                .contains("kafka version is not supported: found=none supported=4.3.x, 4.4.x");
    }

    @Test
    void classesThatWereLoadedBeforeTheAgentAreNamed() {
        assertThat(installation(Weaving.all(), ownLoader(), Optional.empty()).problems())
                .contains("class was loaded before the agent: class=kafka.cluster.Partition");
    }

    @Test
    void classesThatCannotBeLoadedAreNamed() {
        Weaving weaving = new Weaving("kafka.NoSuchClass", Optional.empty(), List.of(), List.of());

        assertThat(installation(List.of(weaving), ownLoader(), Optional.empty()).problems())
                .containsExactly("class could not be loaded: class=kafka.NoSuchClass"
                        + " cause=java.lang.ClassNotFoundException: kafka.NoSuchClass");
    }

    @Test
    void defaultsAreThereWhenNothingIsWrong() throws IOException {
        Path file = Files.writeString(folder.resolve("defaults"), "remote.wal.paused=true\n");
        AgentInstallation installation = installation(List.of(), ownLoader(), Optional.of(file));

        assertThat(installation.problems()).isEmpty();
        assertThat(installation.defaults()).isEqualTo(Map.of("remote.wal.paused", "true"));
    }

    @Test
    void wrongDefaultsAreAProblem() throws IOException {
        Path file = Files.writeString(folder.resolve("defaults"), "remote.wal.pause=true\n");

        assertThat(installation(List.of(), ownLoader(), Optional.of(file)).problems())
                .singleElement()
                .asString()
                .contains("names=[remote.wal.pause]");
    }

    private static ClassLoader ownLoader() {
        return AgentInstallationTest.class.getClassLoader();
    }

    private static AgentInstallation installation(
            List<Weaving> weavings, ClassLoader loader, Optional<Path> defaultsFile) {
        return new AgentInstallation(weavings, new KafkaWeaver(weavings), loader, defaultsFile);
    }
}
