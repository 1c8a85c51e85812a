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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page of the documentation, and what it says about other things. */
record MarkdownPage(Path file, String text) {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);
    private static final Pattern SETTING = Pattern.compile("\\bremote\\.wal(\\.[a-z]+)+(\\.\\*)?");
    private static final Pattern CLASS = Pattern.compile("\\bio\\.culvert(\\.[a-z]+)+\\.[A-Z]\\w*");
    private static final Pattern METRIC = Pattern.compile(
            "`([a-z]+(-[a-z0-9]+)*-(total|rate|avg|max|p\\d+|age-ms|partitions|backlog|objects|for-all))`");
    private static final Pattern CODE = Pattern.compile("^```.*?^```", Pattern.MULTILINE | Pattern.DOTALL);

    static MarkdownPage read(Path file) {
        try {
            return new MarkdownPage(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All pages of the repository, generated ones too. */
    static List<MarkdownPage> below(Path root) throws IOException {
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .map(MarkdownPage::read)
                    .toList();
        }
    }

    /** Links to files of the repository that are not there, or to headings that their files lack. */
    List<String> brokenLinks() {
        return LINK.matcher(CODE.matcher(text).replaceAll(""))
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.contains(":"))
                .filter(link -> !leadsSomewhere(link))
                .toList();
    }

    /** Full names of settings; of those that end in {@code .*} all but the star. */
    Set<String> settings() {
        return SETTING.matcher(text)
                .results()
                .map(MatchResult::group)
                .map(name -> name.endsWith("*") ? name.substring(0, name.length() - 1) : name)
                .collect(Collectors.toSet());
    }

    /** Full names of classes of this project. */
    Set<String> classes() {
        return CLASS.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    @Override
    public String toString() {
        return file.getFileName().toString();
    }

    /** Names of metrics, with their last part. */
    Set<String> metrics() {
        return METRIC.matcher(text).results().map(match -> match.group(1)).collect(Collectors.toSet());
    }

    private boolean leadsSomewhere(String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]);
        if (!Files.exists(target)) {
            return false;
        }
        return parts.length == 1 || read(target).anchors().contains(parts[1]);
    }

    private Set<String> anchors() {
        return HEADING.matcher(CODE.matcher(text).replaceAll(""))
                .results()
                .map(heading -> anchor(heading.group(1)))
                .collect(Collectors.toSet());
    }

    /** The name by which GitHub lets a heading be linked to. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }
}
