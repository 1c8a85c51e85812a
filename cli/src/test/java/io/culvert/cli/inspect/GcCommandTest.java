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

package io.culvert.cli.inspect;

import static io.culvert.cli.inspect.SampleStore.ORDERS;
import static io.culvert.cli.inspect.SampleStore.tenOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.culvert.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GcCommandTest {

    @TempDir
    private Path root;

    private SampleStore store;

    @BeforeEach
    void fillStore() throws IOException {
        store = new SampleStore(root);
        for (int sequence = 0; sequence < 3; sequence++) {
            store.write(sequence, tenOf(ORDERS, sequence * 10L));
            age(sequence, Duration.ofMinutes(19));
        }
    }

    @Test
    void findsNothingLeakedAmongYoungObjects() {
        CliRun run = CliRun.of("gc", root, "--dry-run");

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .containsPattern("young +3 +\\d+\\n")
                .containsPattern("leaked +0 +0\\n")
                .containsPattern("store +3 +\\d+\\n");
    }

    @Test
    void namesWhatIsOlderThanTheRetentionTimeAndASweep() throws IOException {
        age(1, Duration.ofMinutes(21));

        CliRun run = CliRun.of("gc", root, "--dry-run");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).containsPattern("young +2 ").containsPattern("leaked +1 ");
        assertThat(run.lines())
                .last()
                .asString()
                .startsWith("leaked object=culvert/MkU3OEVBNTcwNTJENDM2Qg/0000000003/0000000000000000042/"
                        + "0000000000000000001 bytes=")
                .endsWith("ageMs=" + Duration.ofMinutes(21).toMillis());
        assertThat(store.file(1)).exists();
    }

    @Test
    void takesTimesFromTheCommandLine() {
        long almost = Duration.ofMinutes(19).toMillis();

        assertThat(CliRun.of("gc", root, "--dry-run", "--retention-ms", 60_000, "--sweep-ms", almost - 60_000)
                        .status())
                .isZero();
        assertThat(CliRun.of("gc", root, "--dry-run", "--retention-ms", 60_000, "--sweep-ms", almost - 60_001)
                        .status())
                .isEqualTo(1);
    }

    @Test
    void givesASweepAsLongAsTheRetentionTime() {
        assertThat(CliRun.of(
                                "gc",
                                root,
                                "--dry-run",
                                "--retention-ms",
                                Duration.ofSeconds(570).toMillis())
                        .status())
                .isZero();
        assertThat(CliRun.of(
                                "gc",
                                root,
                                "--dry-run",
                                "--retention-ms",
                                Duration.ofSeconds(569).toMillis())
                        .status())
                .isEqualTo(1);
    }

    @Test
    void showsTheSameToPrograms() throws IOException {
        age(2, Duration.ofDays(1));

        CliRun run = CliRun.of("gc", root, "--dry-run", "--json");

        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(run.status()).isEqualTo(1);
        assertThat(json.get("objects").asInt()).isEqualTo(3);
        assertThat(json.get("bytes").asLong())
                .isEqualTo(json.get("young").get("bytes").asLong()
                        + json.get("leaked").get("bytes").asLong());
        assertThat(json.get("young").get("objects").asInt()).isEqualTo(2);
        assertThat(json.get("leaked").get("objects").asInt()).isEqualTo(1);
        assertThat(json.get("leaked").get("keys").get(0).asText()).endsWith("/0000000000000000002");
    }

    @Test
    void deletesNothing() {
        CliRun run = CliRun.of("gc", root);

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("culvert: gc deletes nothing yet: say --dry-run\n");
        assertThat(CliRun.of("gc", root, "--dry-run", "--retention-ms", 0, "--sweep-ms", 0)
                        .status())
                .isEqualTo(1);
        assertThat(store.file(0)).exists();
    }

    @Test
    void refusesTimesThatAreNone() {
        assertThat(CliRun.of("gc", root, "--dry-run", "--retention-ms", -1).status())
                .isEqualTo(2);
        assertThat(CliRun.of("gc", root, "--dry-run", "--sweep-ms", "soon").status())
                .isEqualTo(2);
    }

    @Test
    void saysThatThereIsNoStore() {
        CliRun run = CliRun.of("gc", root.resolve("missing"), "--dry-run");

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.err()).contains("no such directory");
    }

    @Test
    void mentionsFilesThatAreNoObjects() throws IOException {
        Files.writeString(root.resolve("readme.txt"), "hello");

        assertThat(CliRun.of("gc", root, "--dry-run").out()).contains("files=1 first=readme.txt");
    }

    private void age(long sequence, Duration age) throws IOException {
        Files.setLastModifiedTime(store.file(sequence), FileTime.from(CliRun.NOW.minus(age)));
    }
}
