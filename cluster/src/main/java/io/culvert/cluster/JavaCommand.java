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

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command lines of the JVMs that run Kafka. */
final class JavaCommand {

    private JavaCommand() {}

    static List<String> node(
            KafkaDistribution kafka, NodeSettings node, AgentJar tether, Path log4j, Path log, Path properties) {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.add("-Xms" + node.heap());
        command.add("-Xmx" + node.heap());
        command.addAll(List.of("-XX:+UseG1GC", "-XX:MaxGCPauseMillis=20", "-XX:+ExplicitGCInvokesConcurrent"));
        command.add("-Djava.awt.headless=true");
        command.add(tether.jvmArgument());
        AgentJar agent = node.agent();
        if (agent != null) {
            command.add(agent.jvmArgument());
        }
        command.addAll(logging(log4j, log));
        command.addAll(node.jvmArguments());
        command.addAll(List.of("-cp", kafka.classPathText(), "kafka.Kafka", properties.toString()));
        return command;
    }

    static List<String> tool(
            KafkaDistribution kafka,
            List<String> jvmArguments,
            Path log4j,
            Path log,
            String mainClass,
            List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(jvmArguments);
        command.addAll(logging(log4j, log));
        command.addAll(List.of("-cp", kafka.classPathText(), mainClass));
        command.addAll(arguments);
        return command;
    }

    private static List<String> logging(Path log4j, Path log) {
        return List.of("-Dlog4j2.configurationFile=" + log4j, "-Dculvert.node.log=" + log);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
