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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The folder of one node.
 *
 * @param directory holds everything of the node
 */
record NodeFiles(Path directory) {

    Path properties() {
        return directory.resolve("server.properties");
    }

    /** What the node's logger writes; a restart appends to it. */
    Path log() {
        return directory.resolve("server.log");
    }

    /** What the node's JVM prints. */
    Path output() {
        return directory.resolve("output.log");
    }

    Path data() {
        return directory.resolve("data");
    }

    /** Returns the last {@code lines} lines of {@code file}, or the empty string when it does not exist. */
    static String tail(Path file, int lines) {
        try {
            List<String> all = Files.readAllLines(file);
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read: file=" + file, e);
        }
    }
}
