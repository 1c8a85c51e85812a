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

package io.culvert.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TetherIT {

    @TempDir
    Path directory;

    private final Children children = new Children();

    /** A process that would run for ever. */
    static final class Endless {

        public static void main(String[] arguments) {
            System.out.println("running");
            while (true) {
                LockSupport.park();
            }
        }
    }

    @AfterEach
    void endProcesses() {
        children.endAll();
    }

    @Test
    void aProcessEndsWhenItsParentsEndOfThePipeIsGone() throws Exception {
        Process process = startEndless();

        process.getOutputStream().close();

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(Tether.EXIT_STATUS);
    }

    @Test
    void aReleasedProcessGoesOnAlone() throws Exception {
        Process process = startEndless();

        process.getOutputStream().write('r');
        process.getOutputStream().close();

        assertThat(process.waitFor(1, TimeUnit.SECONDS)).isFalse();
    }

    private Process startEndless() throws IOException {
        AgentJar tether = ChildJar.write(directory.resolve("tether.jar"));
        Process process = children.start(new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                tether.jvmArgument(),
                "-cp",
                System.getProperty("java.class.path"),
                Endless.class.getName())));
        assertThat(process.inputReader().readLine()).isEqualTo("running");
        return process;
    }
}
