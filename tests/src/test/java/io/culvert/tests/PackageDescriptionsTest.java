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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every package of production code says what it is for and is null-marked. */
final class PackageDescriptionsTest {

    private static final Path HOME = Path.of(System.getProperty("culvert.home"));

    private static final String SENTENCE = "/** What it is for. */\n";

    @TempDir
    private Path sources;

    @ParameterizedTest
    @ValueSource(strings = {"api", "core", "storage/filesystem", "broker", "cluster", "cli", "benchmarks"})
    void everyPackageOfTheModuleIsDescribed(String module) throws IOException {
        assertThat(new PackageDescriptions(HOME.resolve(module).resolve("src/main/java")).missing())
                .isEmpty();
    }

    @Test
    void findsAPackageWithoutDescription() throws IOException {
        Path folder = write("a/b/Some.java", "package a.b;\n");

        assertThat(new PackageDescriptions(sources).missing()).containsExactly(folder);
    }

    @Test
    void findsAPackageThatIsNotNullMarked() throws IOException {
        Path folder = write("a/b/package-info.java", SENTENCE + "package a.b;\n");

        assertThat(new PackageDescriptions(sources).missing()).containsExactly(folder);
    }

    @Test
    void findsAPackageWithoutASentence() throws IOException {
        Path folder = write("a/b/package-info.java", "@NullMarked\npackage a.b;\n");

        assertThat(new PackageDescriptions(sources).missing()).containsExactly(folder);
    }

    @Test
    void acceptsAPackageThatIsDescribed() throws IOException {
        write("a/b/package-info.java", SENTENCE + "@NullMarked\npackage a.b;\n");
        write("a/b/Some.java", "package a.b;\n");

        assertThat(new PackageDescriptions(sources).missing()).isEmpty();
    }

    private Path write(String file, String text) throws IOException {
        Path path = sources.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        return path.getParent();
    }
}
