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

package io.culvert.tests.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.cluster.AgentJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the agent does before a process's {@code main}. Kafka's own complains of the missing file if it ever runs. */
final class AgentStartIT {

    private static final String BROKER = "kafka.Kafka";
    private static final String NO_SUCH_FILE = "no-such-server.properties";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"4.3.1", "4.4.0"})
    void aKafkaThatFitsRuns(String version) throws Exception {
        AgentProcess.Ended ended = AgentProcess.kafka(version).agent("").run(folder, BROKER, NO_SUCH_FILE);

        assertThat(ended.output()).contains(NO_SUCH_FILE).doesNotContain("culvert");
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void anotherVersionIsRefusedByName() throws Exception {
        Path version = folder.resolve("version/kafka/kafka-version.properties");
        Files.createDirectories(version.getParent());
        Files.writeString(version, "version=4.5.0\n");

        AgentProcess.Ended ended = AgentProcess.kafka("4.4.0")
                .with(folder.resolve("version"))
                .agent("")
                .run(folder, BROKER, NO_SUCH_FILE);

        assertThat(ended.output())
                .contains("culvert: kafka version is not supported: found=4.5.0 supported=4.3.x, 4.4.x")
                .doesNotContain(NO_SUCH_FILE);
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void whatIsMissingIsNamed() throws Exception {
        AgentProcess.Ended ended =
                AgentProcess.kafka("4.4.0").without("kafka-storage-4").agent("").run(folder, BROKER, NO_SUCH_FILE);

        assertThat(ended.output())
                .contains("culvert: missing in kafka version=4.4.0: org.apache.kafka.storage.internals.log.LogConfig")
                .doesNotContain(NO_SUCH_FILE);
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void wrongDefaultsAreRefused() throws Exception {
        Path defaults = Files.writeString(folder.resolve("defaults"), "remote.wal.linger.ms=5\n");

        AgentProcess.Ended ended =
                AgentProcess.kafka("4.4.0").agent(defaults.toString()).run(folder, BROKER, NO_SUCH_FILE);

        assertThat(ended.output())
                .contains("culvert: defaults hold unknown settings: file=" + defaults + " names=[remote.wal.linger.ms]")
                .doesNotContain(NO_SUCH_FILE);
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void missingDefaultsAreRefused() throws Exception {
        AgentProcess.Ended ended =
                AgentProcess.kafka("4.4.0").agent("/no/such/defaults").run(folder, BROKER, NO_SUCH_FILE);

        assertThat(ended.output())
                .contains("culvert: defaults cannot be read: file=/no/such/defaults")
                .doesNotContain(NO_SUCH_FILE);
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void aProcessWithoutKafkaIsLeftAlone() throws Exception {
        AgentProcess.Ended ended =
                new AgentProcess().with(ownClasses()).agent("/no/such/defaults").run(folder, Greeting.class.getName());

        assertThat(ended.output()).isEqualTo("hello\n");
        assertThat(ended.status()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.3.1", "4.4.0"})
    void aRunningProcessCanAttachTheAgent(String version) throws Exception {
        AgentProcess.Ended ended = AgentProcess.kafka(version)
                .with(ownClasses())
                .with(AgentJar.culvert().jar())
                .jvmArgument("-Djdk.attach.allowAttachSelf=true")
                .run(
                        folder,
                        SelfAttaching.class.getName(),
                        AgentJar.culvert().jar().toString());

        assertThat(ended.output()).contains("added fields: [culvertHooks]");
        assertThat(ended.status()).isZero();
    }

    private static Path ownClasses() throws IOException {
        return Path.of(AgentStartIT.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
    }
}
