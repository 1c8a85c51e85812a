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

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The folder of a cluster, and the processes that are started in it. */
final class Workspace {

    private static final long TOOL_MINUTES = 3;

    private final KafkaDistribution kafka;
    private final Path directory;
    private final Children children = new Children();
    private final Path tools;
    private final Path log4j;
    private final AgentJar tether;
    private final AtomicInteger toolRuns = new AtomicInteger();

    Workspace(KafkaDistribution kafka, Path directory) {
        this.kafka = kafka;
        this.directory = directory.toAbsolutePath();
        this.tools = this.directory.resolve("tools");
        this.log4j = this.directory.resolve("log4j2.xml");
        try (InputStream in = Workspace.class.getResourceAsStream("log4j2.xml")) {
            if (in == null) {
                throw new ClusterException("the resource is missing: name=log4j2.xml");
            }
            Files.createDirectories(tools);
            Files.copy(in, log4j, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare the cluster's folder: directory=" + directory, e);
        }
        this.tether = ChildJar.write(this.directory.resolve("tether.jar"));
    }

    KafkaDistribution kafka() {
        return kafka;
    }

    Path directory() {
        return directory;
    }

    Children children() {
        return children;
    }

    NodeFiles node(int id) {
        return new NodeFiles(directory.resolve("node-" + id));
    }

    /** Deletes what was written for these nodes and by tools, and the folder itself when nothing else is in it. */
    void delete(List<Integer> nodes) {
        nodes.forEach(id -> FileTree.delete(node(id).directory()));
        FileTree.delete(tools);
        FileTree.delete(log4j);
        FileTree.delete(tether.jar());
        String[] others = directory.toFile().list();
        if (others != null && others.length == 0) {
            FileTree.delete(directory);
        }
    }

    Process startNode(NodeSettings settings, NodeFiles files) {
        return start(JavaCommand.node(kafka, settings, tether, log4j, files.log(), files.properties()), files.output());
    }

    /** Starts a tool; its process ends with the cluster at the latest. */
    RunningTool startTool(@Nullable AgentJar agent, String mainClass, List<String> arguments) {
        String name = mainClass.substring(mainClass.lastIndexOf('.') + 1) + "-" + toolRuns.incrementAndGet();
        Path output = tools.resolve(name + ".out");
        List<String> jvmArguments =
                agent == null ? List.of(tether.jvmArgument()) : List.of(tether.jvmArgument(), agent.jvmArgument());
        Process process = start(
                JavaCommand.tool(kafka, jvmArguments, log4j, tools.resolve(name + ".log"), mainClass, arguments),
                output);
        return new RunningTool(process, output);
    }

    /** A tool that was started. */
    final class RunningTool {

        private final Process process;
        private final Path output;

        private RunningTool(Process process, Path output) {
            this.process = process;
            this.output = output;
        }

        /** Waits for the tool's end. */
        ToolResult await() {
            try {
                if (!process.waitFor(TOOL_MINUTES, TimeUnit.MINUTES)) {
                    children.kill(process);
                    throw new ClusterException("a tool did not end in time: output=" + output);
                }
                children.forget(process);
                return new ToolResult(process.exitValue(), Files.readString(output));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ClusterException("interrupted while a tool ran: output=" + output, e);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read what a tool printed: file=" + output, e);
            }
        }
    }

    private Process start(List<String> command, Path output) {
        return children.start(new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile())));
    }
}
