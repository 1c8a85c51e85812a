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

import io.culvert.broker.hooks.HookRegistry;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The Java agent: {@code -javaagent:culvert-agent.jar} or {@code -javaagent:culvert-agent.jar=FILE}, where FILE holds
 * defaults for broker settings.
 *
 * <p>A process that was started as a broker is checked before its {@code main} runs, and ends with status 1 and the
 * reasons on standard error if the Kafka found is not one that the agent fits. In any other process classes are woven when
 * they are loaded: tools thereby get the topic settings and nothing else, and a broker that is started inside, by a test
 * for instance, makes the same check when it starts and fails with the same reasons.
 */
public final class CulvertAgent {

    private static final String BROKER_MAIN_CLASS = "kafka.Kafka";
    private static final String INSTALLED = "culvert.agent.installed";

    private CulvertAgent() {}

    /**
     * Called by the JVM before {@code main}.
     *
     * @param argument the file with defaults, if any
     * @param instrumentation the JVM's
     */
    public static void premain(@Nullable String argument, Instrumentation instrumentation) {
        AgentInstallation installation = install(argument, instrumentation);
        if (installation != null && isBroker(System.getProperty("sun.java.command", ""))) {
            List<String> problems = installation.problems();
            if (!problems.isEmpty()) {
                report(problems, System.err);
                System.exit(1);
            }
        }
    }

    /**
     * Called by the JVM when the agent is attached to a running process.
     *
     * @param argument the file with defaults, if any
     * @param instrumentation the JVM's
     */
    public static void agentmain(@Nullable String argument, Instrumentation instrumentation) {
        install(argument, instrumentation);
    }

    /**
     * Attaches the agent to this process, for brokers embedded in it; does nothing if it is there already. Must come
     * before Kafka's broker classes are loaded. Needs a JDK and {@code -Djdk.attach.allowAttachSelf=true}.
     *
     * @param agentJar the agent's jar
     * @throws IllegalStateException if the JVM does not allow it
     */
    public static void attach(Path agentJar) {
        if (System.getProperty(INSTALLED) == null) {
            SelfAttach.attach(agentJar);
        }
    }

    private static @Nullable AgentInstallation install(@Nullable String argument, Instrumentation instrumentation) {
        if (System.setProperty(INSTALLED, "true") != null) {
            return null;
        }
        List<Weaving> weavings = Weaving.all();
        KafkaWeaver weaver = new KafkaWeaver(weavings);
        instrumentation.addTransformer(weaver);
        Optional<Path> defaults =
                Optional.ofNullable(argument).filter(text -> !text.isBlank()).map(Path::of);
        AgentInstallation installation =
                new AgentInstallation(weavings, weaver, CulvertAgent.class.getClassLoader(), defaults);
        HookRegistry.install(installation);
        return installation;
    }

    static boolean isBroker(String command) {
        return command.equals(BROKER_MAIN_CLASS) || command.startsWith(BROKER_MAIN_CLASS + " ");
    }

    private static void report(List<String> problems, PrintStream out) {
        out.println("culvert: this broker cannot run with the agent");
        for (String problem : problems) {
            out.println("culvert: " + problem);
        }
    }
}
