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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every source file carries the licence header, package-info files included. */
final class SourceHeaderTest {

    private static final Path HOME = Path.of(System.getProperty("culvert.home"));

    @Test
    void everySourceFileStartsWithTheLicenceHeader() throws IOException {
        String header = Files.readString(HOME.resolve("licenses/header.txt"));

        List<Path> sources = javaSources();

        assertThat(sources)
                .isNotEmpty()
                .allSatisfy(source -> assertThat(Files.readString(source)).startsWith(header));
    }

    private static List<Path> javaSources() throws IOException {
        try (Stream<Path> files = Files.walk(HOME)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !HOME.relativize(file).toString().contains("target/"))
                    .toList();
        }
    }
}
