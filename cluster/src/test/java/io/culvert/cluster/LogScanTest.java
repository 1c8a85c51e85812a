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
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogScanTest {

    @TempDir
    Path directory;

    @Test
    void troubleIsWhatWasLoggedAsAWarningOrWorse() throws IOException {
        Path file = directory.resolve("server.log");
        Files.write(
                file,
                List.of(
                        "[2026-01-01 00:00:00,000] INFO an ERROR in the text (x)",
                        "[2026-01-01 00:00:00,001] WARN slow (x)",
                        "[2026-01-01 00:00:00,002] ERROR broken (x)",
                        "java.lang.IllegalStateException: WARN"));

        assertThat(new LogScan(file).trouble())
                .containsExactly(
                        "[2026-01-01 00:00:00,001] WARN slow (x)", "[2026-01-01 00:00:00,002] ERROR broken (x)");
    }

    @Test
    void aLogThatDoesNotExistYetIsEmpty() {
        assertThat(new LogScan(directory.resolve("server.log")).trouble()).isEmpty();
    }

    @Test
    void aFollowerSeesOnlyWhatIsAddedEvenWhenItComesInPieces() throws IOException {
        Path file = directory.resolve("server.log");
        Files.writeString(file, "started\n");
        LogFollower follower = LogFollower.fromEnd(file, "started");

        assertThat(follower.hasSeen()).isFalse();
        Files.writeString(file, "star", StandardOpenOption.APPEND);
        assertThat(follower.hasSeen()).isFalse();
        Files.writeString(file, "ted\n", StandardOpenOption.APPEND);
        assertThat(follower.hasSeen()).isTrue();
    }

    @Test
    void epochsAreReadFromACheckpointFile() {
        assertThat(LogFiles.parseEpochs(List.of("0", "2", "0 0", "3 1200")))
                .containsExactly(new EpochEntry(0, 0), new EpochEntry(3, 1200));
    }
}
