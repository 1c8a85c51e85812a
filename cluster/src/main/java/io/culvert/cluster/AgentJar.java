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

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A Java agent that a node loads at its start.
 *
 * @param jar the agent's jar
 * @param arguments what follows {@code =} in {@code -javaagent:JAR=ARGUMENTS}, or the empty string
 */
public record AgentJar(Path jar, String arguments) {

    public AgentJar {
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException("the agent's jar does not exist: file=" + jar);
        }
    }

    /**
     * Returns Culvert's own agent as the build left it, without arguments.
     *
     * <p>Looks at the file that the system property {@code culvert.agent.jar} names, then at {@code
     * broker/target/culvert-agent.jar} under the folder that the system property {@code culvert.home}
     * names.
     *
     * @throws IllegalArgumentException when neither is there
     */
    public static AgentJar culvert() {
        String jar = System.getProperty("culvert.agent.jar");
        if (jar == null) {
            String home = System.getProperty("culvert.home");
            if (home == null) {
                throw new IllegalArgumentException("neither culvert.agent.jar nor culvert.home is set");
            }
            jar = Path.of(home, "broker", "target", "culvert-agent.jar").toString();
        }
        return new AgentJar(Path.of(jar), "");
    }

    /** Returns the same agent with other arguments. */
    public AgentJar withArguments(String newArguments) {
        return new AgentJar(jar, newArguments);
    }

    String jvmArgument() {
        return "-javaagent:" + jar.toAbsolutePath() + (arguments.isEmpty() ? "" : "=" + arguments);
    }
}
