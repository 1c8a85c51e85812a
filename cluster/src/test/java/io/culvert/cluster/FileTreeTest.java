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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileTreeTest {

    @TempDir
    Path folder;

    @Test
    void deletesAFolderWithEverythingBelowItAndNothingElse() throws IOException {
        Path root = folder.resolve("root");
        Files.createDirectories(root.resolve("empty"));
        Files.writeString(Files.createDirectories(root.resolve("a/b")).resolve("file"), "content");
        Path sibling = Files.writeString(folder.resolve("root-2"), "content");

        FileTree.delete(root);

        assertThat(root).doesNotExist();
        assertThat(sibling).exists();
    }

    @Test
    void doesNotFollowLinks() throws IOException {
        Path kept =
                Files.writeString(Files.createDirectory(folder.resolve("kept")).resolve("file"), "content");
        Path root = Files.createDirectory(folder.resolve("root"));
        Files.createSymbolicLink(root.resolve("link"), kept.getParent());

        FileTree.delete(root);

        assertThat(root).doesNotExist();
        assertThat(kept).exists();
    }

    @Test
    void whatIsNotThereNeedsNoDeletion() {
        FileTree.delete(folder.resolve("nothing"));

        assertThat(folder).isEmptyDirectory();
    }
}
