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

package io.culvert.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.cli.Culvert;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DemoCommandTest {

    private final StringWriter errors = new StringWriter();
    private final StringWriter output = new StringWriter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--records=0",
                "--record-size=0",
                "--record-size=2000000",
                "--partitions=0",
                "--seconds=0",
                "--seconds=x",
                "--kafka=3.9.0",
                "--unknown"
            })
    void wrongOptionsEndWithStatusTwoAndAMessage(String option) {
        assertThat(run("demo", option)).isEqualTo(2);
        assertThat(errors.toString()).contains("Usage: culvert demo").doesNotContain("\tat ");
    }

    @Test
    void helpNamesEveryOption() {
        assertThat(run("demo", "--help")).isZero();
        assertThat(output.toString())
                .contains(
                        "--records",
                        "--record-size",
                        "--partitions",
                        "--seconds",
                        "--no-kill",
                        "--keep",
                        "--json",
                        "--kafka",
                        "Exit status");
    }

    private int run(String... arguments) {
        return Culvert.commandLine()
                .setErr(new PrintWriter(errors, true))
                .setOut(new PrintWriter(output, true))
                .execute(arguments);
    }
}
