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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which packages of a source tree lack what every package has: a sentence of purpose, and null marking. */
record PackageDescriptions(Path root) {

    private static final Pattern DESCRIBED =
            Pattern.compile("/\\*\\* \\S.*\\. ?\\*/\\s+@NullMarked\\s+package ", Pattern.DOTALL);

    /** Folders that hold Java sources but whose package-info is absent, unmarked or without a sentence. */
    List<Path> missing() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            List<Path> folders = files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::getParent)
                    .distinct()
                    .sorted()
                    .toList();
            return folders.stream().filter(folder -> !isDescribed(folder)).toList();
        }
    }

    private static boolean isDescribed(Path folder) {
        Path description = folder.resolve("package-info.java");
        return Files.exists(description) && DESCRIBED.matcher(read(description)).find();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
