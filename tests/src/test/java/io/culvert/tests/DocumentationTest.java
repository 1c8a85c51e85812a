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
import static org.assertj.core.api.Assertions.assertThatCode;

import io.culvert.core.config.TopicWalSettings;
import io.culvert.core.config.WalConfigDef;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation links to and names is there. */
final class DocumentationTest {

    private static final Path HOME = Path.of(System.getProperty("culvert.home"));

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void everyLinkLeadsSomewhere(MarkdownPage page) {
        assertThat(page.brokenLinks()).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void everySettingExists(MarkdownPage page) {
        Set<String> known = settings();

        assertThat(page.settings())
                .allSatisfy(named -> assertThat(known)
                        .anyMatch(name -> named.endsWith(".") ? name.startsWith(named) : name.equals(named)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void everyClassExists(MarkdownPage page) {
        assertThat(page.classes())
                .allSatisfy(name -> assertThatCode(() -> Class.forName(name)).doesNotThrowAnyException());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void everyMetricExists(MarkdownPage page) {
        Set<String> known = MarkdownPage.read(HOME.resolve("docs/metrics.md")).metrics();

        assertThat(known).isNotEmpty().containsAll(page.metrics());
    }

    @Test
    void findsALinkToAFileThatIsNotThere() throws IOException {
        assertThat(page("[a](missing.md) [b](page.md) [c](https://example.com)").brokenLinks())
                .containsExactly("missing.md");
    }

    @Test
    void findsALinkToAHeadingThatIsNotThere() throws IOException {
        assertThat(page("# What it does, and how\n[a](#what-it-does-and-how) [b](page.md#other)")
                        .brokenLinks())
                .containsExactly("page.md#other");
    }

    @Test
    void findsNames() throws IOException {
        MarkdownPage page = page("`remote.wal.enable`, `remote.wal.price.*`. And io.culvert.api.Store, `get-total`.");

        assertThat(page.settings()).containsExactlyInAnyOrder("remote.wal.enable", "remote.wal.price.");
        assertThat(page.classes()).containsExactly("io.culvert.api.Store");
        assertThat(page.metrics()).containsExactly("get-total");
    }

    private MarkdownPage page(String text) throws IOException {
        return MarkdownPage.read(Files.writeString(folder.resolve("page.md"), text));
    }

    private static Stream<MarkdownPage> pages() throws IOException {
        return MarkdownPage.below(HOME).stream();
    }

    private static Set<String> settings() {
        return Stream.of(WalConfigDef.class, TopicWalSettings.class)
                .flatMap(type -> Arrays.stream(type.getFields()))
                .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == String.class)
                .map(field -> {
                    try {
                        return (String) field.get(null);
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                })
                .collect(Collectors.toSet());
    }
}
