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
import static io.culvert.cli.inspect.SampleStore.PAYMENTS;
import static io.culvert.cli.inspect.SampleStore.tenOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.culvert.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DescribeCommandTest {

    @TempDir
    private Path root;

    private Path object;

    @BeforeEach
    void writeObject() {
        object = new SampleStore(root).write(7, tenOf(ORDERS, 100).andThen(tenOf(PAYMENTS, 20)));
    }

    @Test
    void showsHeaderAndSections() {
        CliRun run = CliRun.of("describe", object);

        assertThat(run.status()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("object          " + object)
                .containsPattern("version +1\\n")
                .containsPattern("kind +tail\\n")
                .containsPattern("cluster id +MkU3OEVBNTcwNTJENDM2Qg\\n")
                .containsPattern("broker id +3\\n")
                .containsPattern("broker epoch +42\\n")
                .containsPattern("sequence +7\\n")
                .containsPattern("sections +2, \\d+ bytes\\n")
                .containsPattern("orders-0 +AAAAAAAAAAIAAAAAAAAAAw +4 +100 +110 +0 +67 +\\d+ +0x[0-9a-f]{8}\\n")
                .containsPattern("payments-eu-7 +AAAAAAAAAAQAAAAAAAAABQ +4 +20 +30 +0 +\\d+ +\\d+ +0x[0-9a-f]{8}\\n");
    }

    @Test
    void showsTheSameToPrograms() throws IOException {
        CliRun run = CliRun.of("describe", "--json", object.toUri(), object);

        assertThat(run.status()).isZero();
        assertThat(run.lines()).hasSize(2);
        JsonNode json = new ObjectMapper().readTree(run.lines().get(1));
        assertThat(json.get("object").asText()).isEqualTo(object.toString());
        assertThat(json.get("version").asInt()).isEqualTo(1);
        assertThat(json.get("kind").asText()).isEqualTo("tail");
        assertThat(json.get("clusterId").asText()).isEqualTo("MkU3OEVBNTcwNTJENDM2Qg");
        assertThat(json.get("brokerId").asInt()).isEqualTo(3);
        assertThat(json.get("brokerEpoch").asLong()).isEqualTo(42);
        assertThat(json.get("sequence").asLong()).isEqualTo(7);
        assertThat(json.get("resolvedPrefix").asLong()).isEqualTo(7);
        assertThat(json.get("sizeBytes").asLong()).isEqualTo(Files.size(object));
        JsonNode section = json.get("sections").get(1);
        assertThat(json.get("sections")).hasSize(2);
        assertThat(section.get("topic").asText()).isEqualTo("payments-eu");
        assertThat(section.get("topicId").asText()).isEqualTo("AAAAAAAAAAQAAAAAAAAABQ");
        assertThat(section.get("partition").asInt()).isEqualTo(7);
        assertThat(section.get("leaderEpoch").asInt()).isEqualTo(4);
        assertThat(section.get("baseOffset").asLong()).isEqualTo(20);
        assertThat(section.get("endOffset").asLong()).isEqualTo(30);
        assertThat(section.get("crc32c").asText()).matches("0x[0-9a-f]{8}");
        JsonNode first = json.get("sections").get(0);
        assertThat(section.get("position").asLong())
                .isEqualTo(first.get("position").asLong() + first.get("length").asLong());
    }

    @Test
    void saysThatAFileIsNoObject() throws IOException {
        Path text = Files.writeString(
                root.resolve("notes.txt"), "nothing of ours, but long enough to be an object".repeat(9));
        Path empty = Files.createFile(root.resolve("empty"));

        assertCannotRead(text, "not a WAL object");
        assertCannotRead(empty, "not a WAL object");
        assertCannotRead(root, "not an object but a directory");
        assertCannotRead(root.resolve("missing"), "no such file");
    }

    @Test
    void namesAVersionThatItDoesNotKnow() throws IOException {
        SampleStore.flipByte(object, 8);

        assertCannotRead(object, "version=254 supportedVersion=1");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 8, 9, 60, 67, 200})
    void saysThatAnObjectIsTruncated(long size) throws IOException {
        SampleStore.truncate(object, size);

        CliRun run = CliRun.of("describe", object);

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void goesOnWithTheObjectsThatItCanRead() {
        CliRun run = CliRun.of("describe", "--json", root.resolve("missing"), object);

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.lines()).hasSize(1);
        assertThat(run.err()).contains("no such file");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3://bucket/key", "file:relative", "http:x"})
    void refusesOtherUris(String location) {
        CliRun run = CliRun.of("describe", location);

        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).startsWith("culvert: not a path or a file: URI").contains(location);
        assertThat(run.err().lines()).hasSize(1);
    }

    private static void assertCannotRead(Path file, String reason) {
        CliRun run = CliRun.of("describe", file);

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("culvert: ").contains(reason).contains("object=" + file);
        assertThat(run.err().lines()).hasSize(1);
    }
}
