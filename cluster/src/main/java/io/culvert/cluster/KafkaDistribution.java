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

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The jars of one stock Kafka version, from which brokers and tools are started.
 *
 * @param version as Kafka names it, such as {@code 4.4.0}
 * @param classPath its jars, all of which exist
 */
public record KafkaDistribution(String version, List<Path> classPath) {

    /** The version that is used when none is named. */
    public static final String DEFAULT_VERSION = "4.4.0";

    public KafkaDistribution {
        classPath = List.copyOf(classPath);
        if (classPath.isEmpty()) {
            throw new IllegalArgumentException("the class path is empty: version=" + version);
        }
        for (Path jar : classPath) {
            if (!Files.exists(jar)) {
                throw new IllegalArgumentException(
                        "the class path names a file that does not exist: version=" + version + " file=" + jar);
            }
        }
    }

    /**
     * Finds {@code version} as the build left it.
     *
     * <p>Looks at the file that the system property {@code culvert.kafka.classpath.VERSION} names, then
     * at {@code kafka/VERSION/target/classpath.txt} under the folder that the system property {@code
     * culvert.home} names.
     *
     * @throws IllegalArgumentException when neither is there
     */
    public static KafkaDistribution of(String version) {
        Path file = classPathFile(version);
        if (file == null || !Files.isRegularFile(file)) {
            throw new IllegalArgumentException("this Kafka version was not built: version=" + version + " file=" + file
                    + "; bin/culvert builds 4.4.0 and 4.3.1");
        }
        try {
            String text = Files.readString(file).strip();
            return new KafkaDistribution(
                    version,
                    Stream.of(text.split(File.pathSeparator)).map(Path::of).toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the class path: file=" + file, e);
        }
    }

    /** Returns the main class of {@code kafka-configs.sh}, which moved in Kafka 4.4. */
    public String configCommand() {
        return version.startsWith("4.3.") ? "kafka.admin.ConfigCommand" : "org.apache.kafka.tools.ConfigCommand";
    }

    /** Returns the main class of {@code kafka-topics.sh}. */
    public String topicCommand() {
        return "org.apache.kafka.tools.TopicCommand";
    }

    String classPathText() {
        return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static @Nullable Path classPathFile(String version) {
        String file = System.getProperty("culvert.kafka.classpath." + version);
        if (file != null) {
            return Path.of(file);
        }
        String home = System.getProperty("culvert.home");
        return home == null ? null : Path.of(home, "kafka", version, "target", "classpath.txt");
    }
}
