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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Searches what a node logged.
 *
 * @param file the node's log
 */
public record LogScan(Path file) {

    private static final Pattern TROUBLE = Pattern.compile("^\\[[^]]*] (WARN|ERROR|FATAL) ");

    /** Returns the first lines of all records of level WARN or above. */
    public List<String> trouble() {
        return lines(TROUBLE);
    }

    /** Returns the lines in which {@code pattern} is found. */
    public List<String> lines(Pattern pattern) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> pattern.matcher(line).find()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read: file=" + file, e);
        }
    }

    long count(String text) {
        return lines(Pattern.compile(Pattern.quote(text))).size();
    }
}
