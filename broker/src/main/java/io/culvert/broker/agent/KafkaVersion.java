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

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of Kafka on a class path.
 *
 * @param text the version as Kafka writes it, such as {@code 4.4.0}
 */
record KafkaVersion(String text) {

    /** The lines of versions that the agent fits, the newest last. */
    static final List<String> SUPPORTED = List.of("4.3", "4.4");

    /** Where every Kafka of the supported lines says its version, in the jar of its clients. */
    private static final String RESOURCE = "kafka/kafka-version.properties";

    private static final Pattern LINE = Pattern.compile("(\\d+\\.\\d+)\\.\\d.*");

    /**
     * Finds the version of the Kafka that a class loader sees.
     *
     * @return empty if it sees none
     */
    static Optional<KafkaVersion> find(ClassLoader loader) {
        try (InputStream in = loader.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                return Optional.empty();
            }
            Properties properties = new Properties();
            properties.load(in);
            return Optional.ofNullable(properties.getProperty("version")).map(KafkaVersion::new);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The version without its last number, such as {@code 4.4}; empty if it has another form. */
    Optional<String> line() {
        Matcher matcher = LINE.matcher(text);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    boolean isSupported() {
        return line().filter(SUPPORTED::contains).isPresent();
    }
}
