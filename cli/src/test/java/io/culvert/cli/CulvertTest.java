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

package io.culvert.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CulvertTest {

    @Test
    void listsItsCommandsAndExitStatuses() {
        CliRun run = CliRun.of("--help");

        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("describe", "verify", "dump", "gc", "Exit status:", "a check failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"describe", "verify", "dump", "gc"})
    void explainsEveryCommand(String command) {
        CliRun run = CliRun.of(command, "--help");

        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("Usage: culvert " + command);
    }

    @ParameterizedTest
    @ValueSource(strings = {"describe", "verify", "dump", "gc", "unknown", "--unknown"})
    void refusesAWrongCommandLine(String command) {
        CliRun run = CliRun.of(command);

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("Usage: culvert").doesNotContain("\tat ");
    }

    @Test
    void saysItsVersion() {
        assertThat(CliRun.of("--version").out()).startsWith("culvert ");
    }

    @Test
    void refusesAResultThatCannotBeWrittenBeforeTheDemoStarts(@TempDir Path folder) {
        CliRun run = CliRun.of("demo", "--json", folder);

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .contains("result cannot be written: --json=" + folder)
                .doesNotContain("\tat ");
    }
}
