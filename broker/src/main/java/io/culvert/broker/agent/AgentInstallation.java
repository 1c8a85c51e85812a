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

import io.culvert.broker.hooks.Installation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.jspecify.annotations.Nullable;

/**
 * What the agent has done in this JVM, judged when the first broker is about to start.
 *
 * <p>Nothing of Kafka is touched before: the same agent runs in Kafka's tools. Safe for use by any thread.
 */
final class AgentInstallation implements Installation {

    private final List<Weaving> weavings;
    private final KafkaWeaver weaver;
    private final ClassLoader loader;
    private final Optional<Path> defaultsFile;

    private @Nullable List<String> verdict;
    private Map<String, String> defaults = Map.of();

    /**
     * Creates an installation.
     *
     * @param weavings what is to be woven
     * @param weaver the transformer that weaves it
     * @param loader loads Kafka
     * @param defaultsFile the agent's argument
     */
    AgentInstallation(List<Weaving> weavings, KafkaWeaver weaver, ClassLoader loader, Optional<Path> defaultsFile) {
        this.weavings = weavings;
        this.weaver = weaver;
        this.loader = loader;
        this.defaultsFile = defaultsFile;
    }

    @Override
    public synchronized List<String> problems() {
        if (verdict == null) {
            List<String> problems = new ArrayList<>();
            checkVersionAndSymbols(problems);
            if (problems.isEmpty()) {
                checkWeaving(problems);
                readDefaults(problems);
            }
            verdict = List.copyOf(problems);
        }
        return verdict;
    }

    @Override
    public synchronized Map<String, String> defaults() {
        return defaults;
    }

    private void checkVersionAndSymbols(List<String> problems) {
        Optional<KafkaVersion> version = KafkaVersion.find(loader);
        String found = version.map(KafkaVersion::text).orElse("none");
        if (version.isEmpty() || !version.get().isSupported()) {
            problems.add("kafka version is not supported: found=" + found + " supported="
                    + String.join(".x, ", KafkaVersion.SUPPORTED) + ".x");
        }
        String newest = KafkaVersion.SUPPORTED.get(KafkaVersion.SUPPORTED.size() - 1);
        String line = version.filter(KafkaVersion::isSupported)
                .flatMap(KafkaVersion::line)
                .orElse(newest);
        JoinPoints.load()
                .missing(line, ClassFileLocator.ForClassLoader.of(loader))
                .forEach(symbol -> problems.add("missing in kafka version=" + found + ": " + symbol));
    }

    private void checkWeaving(List<String> problems) {
        for (Weaving weaving : weavings) {
            try {
                Class.forName(weaving.className(), false, loader);
            } catch (ClassNotFoundException | LinkageError e) {
                problems.add("class could not be loaded: class=" + weaving.className() + " cause=" + e);
            }
        }
        problems.addAll(weaver.problems());
        if (problems.isEmpty()) {
            weavings.stream()
                    .map(Weaving::className)
                    .filter(name -> !weaver.woven().contains(name))
                    .forEach(name -> problems.add("class was loaded before the agent: class=" + name));
        }
    }

    private void readDefaults(List<String> problems) {
        if (defaultsFile.isEmpty()) {
            return;
        }
        try {
            defaults = DefaultsFile.read(defaultsFile.get());
        } catch (IllegalArgumentException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
    }
}
