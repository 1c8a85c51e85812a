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
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The class path of a stock Kafka of some version. */
final class KafkaJars {

    /** The versions that the build provides, one of each supported line. */
    static final List<String> VERSIONS = List.of("4.3.1", "4.4.0");

    private final String version;

    KafkaJars(String version) {
        this.version = version;
    }

    String line() {
        return new KafkaVersion(version).line().orElseThrow();
    }

    List<Path> files() throws IOException {
        String list = System.getProperty("culvert.kafka.classpath." + version);
        return Arrays.stream(Files.readString(Path.of(list)).trim().split(":", -1))
                .map(Path::of)
                .toList();
    }

    List<URL> urls() throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path file : files()) {
            urls.add(url(file));
        }
        return urls;
    }

    static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Finds class files; closed by its user. */
    URLClassLoader classLoader() throws IOException {
        return new URLClassLoader(urls().toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }
}
