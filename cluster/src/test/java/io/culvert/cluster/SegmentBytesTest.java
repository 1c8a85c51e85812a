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

final class SegmentBytesTest {

    @TempDir
    Path directory;

    @Test
    void logsThatRolledAtDifferentOffsetsAreTheSame() throws IOException {
        SegmentBytes one = replica("one", "abcdef");
        SegmentBytes other = replica("other", "abc", "", "def");

        assertThat(one.firstDifference(other)).isEmpty();
        assertThat(other.size()).isEqualTo(6);
    }

    @Test
    void namesTheFirstByteThatDiffersAcrossSegments() throws IOException {
        SegmentBytes one = replica("one", "abc", "def");
        SegmentBytes other = replica("other", "abcd", "Xf");

        assertThat(one.firstDifference(other)).hasValue(4);
    }

    @Test
    void aLogThatEndsEarlierDiffersAtItsEnd() throws IOException {
        SegmentBytes one = replica("one", "abc");
        SegmentBytes other = replica("other", "abcdef");

        assertThat(one.firstDifference(other)).hasValue(3);
        assertThat(other.firstDifference(one)).hasValue(3);
    }

    @Test
    void otherFilesOfTheFolderDoNotCount() throws IOException {
        SegmentBytes one = replica("one", "abc");
        Files.writeString(directory.resolve("one/00000000000000000000.index"), "index");

        assertThat(SegmentBytes.of(directory.resolve("one"))).isEqualTo(one);
    }

    private SegmentBytes replica(String name, String... segments) throws IOException {
        Path folder = Files.createDirectory(directory.resolve(name));
        for (int i = 0; i < segments.length; i++) {
            Files.writeString(folder.resolve("%020d.log".formatted(i * 100)), segments[i]);
        }
        return SegmentBytes.of(folder);
    }
}
