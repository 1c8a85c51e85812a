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

import io.culvert.cluster.AgentJar;
import io.culvert.cluster.KafkaDistribution;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Runs a main class with the agent and a class path of choice, and waits for its end. */
final class AgentProcess {

    private final List<Path> classPath = new ArrayList<>();
    private final List<String> jvmArguments = new ArrayList<>();

    /** The class path of a stock Kafka. */
    static AgentProcess kafka(String version) {
        AgentProcess process = new AgentProcess();
        process.classPath.addAll(KafkaDistribution.of(version).classPath());
        return process;
    }

    /** Puts a jar or folder in front of the class path. */
    AgentProcess with(Path first) {
        classPath.add(0, first);
        return this;
    }

    /** Takes the jars whose names begin so off the class path. */
    AgentProcess without(String jarName) {
        if (!classPath.removeIf(jar -> jar.getFileName().toString().startsWith(jarName))) {
            throw new IllegalArgumentException("no such jar: name=" + jarName);
        }
        return this;
    }

    /** Starts the agent with {@code main}, with this argument. */
    AgentProcess agent(String argument) {
        return jvmArgument("-javaagent:" + AgentJar.culvert().jar() + (argument.isEmpty() ? "" : "=" + argument));
    }

    AgentProcess jvmArgument(String argument) {
        jvmArguments.add(argument);
        return this;
    }

    /**
     * Runs a main class.
     *
     * @param folder for what it prints
     * @return its exit status and all that it printed
     */
    Ended run(Path folder, String mainClass, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(jvmArguments);
        command.addAll(
                List.of("-cp", classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
        command.add(mainClass);
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(folder, "output", ".txt");
        @Nullable Process process = null;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(3, TimeUnit.MINUTES)) {
                throw new IOException("still running: command=" + mainClass);
            }
            return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            if (process != null) {
                process.destroyForcibly();
            }
        }
    }

    /**
     * How a process ended.
     *
     * @param status its exit status
     * @param output all that it printed
     */
    record Ended(int status, String output) {}
}
