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

package io.culvert.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quickstart's commands work as they are printed, on a Kafka that is put together from the build's jars. */
final class QuickstartIT {

    private static final Path HOME = Path.of(System.getProperty("culvert.home"));
    private static final int PORTS = 13;

    @TempDir
    private Path folder;

    @Test
    void everyCommandSucceedsAndReplicasAreIdentical() throws Exception {
        Path kafka = folder.resolve("kafka");
        run("kafka-home.log", new ProcessBuilder(HOME.resolve(".ci/kafka-home").toString(), "4.4.0", kafka.toString()));
        ProcessBuilder commands = new ProcessBuilder(
                HOME.resolve(".ci/run-commands").toString(),
                HOME.resolve("docs/quickstart.md").toString());
        commands.environment().put("KAFKA_HOME", kafka.toString());
        commands.environment().put("WORK", folder.resolve("work").toString());
        commands.environment().put("PORT", Integer.toString(portBelowFreeOnes()));

        List<String> output = run("quickstart.log", commands);

        List<String> sums =
                output.stream().filter(line -> line.matches("[0-9a-f]{64}  -")).toList();
        assertThat(sums).hasSize(6);
        assertThat(sums.subList(0, 3)).containsOnly(sums.get(0));
        assertThat(sums.subList(3, 6)).containsOnly(sums.get(3)).doesNotContain(sums.get(0));
    }

    private List<String> run(String log, ProcessBuilder command) throws IOException, InterruptedException {
        Path output = folder.resolve(log);
        Process process = command.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = process.waitFor(10, TimeUnit.MINUTES);
            assertThat(ended && process.exitValue() == 0)
                    .as(() -> command.command() + " failed:\n" + tail(output))
                    .isTrue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return Files.readAllLines(output);
    }

    private static String tail(Path output) {
        try {
            List<String> lines = Files.readAllLines(output);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 50), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** A port below a run of free ones, all of them outside the range from which connections get theirs. */
    private static int portBelowFreeOnes() {
        return IntStream.iterate(20_000, port -> port < 32_000, port -> port + PORTS + 1)
                .filter(port -> IntStream.rangeClosed(1, PORTS).allMatch(next -> isFree(port + next)))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
