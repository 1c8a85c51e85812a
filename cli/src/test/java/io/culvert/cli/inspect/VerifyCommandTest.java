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

import io.culvert.cli.CliRun;
import io.culvert.core.format.ObjectKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VerifyCommandTest {

    @TempDir
    private Path root;

    private SampleStore store;

    @BeforeEach
    void fillStore() {
        store = new SampleStore(root);
        store.write(0, tenOf(ORDERS, 0).andThen(tenOf(PAYMENTS, 0)));
        store.write(1, tenOf(ORDERS, 10));
        store.write(2, tenOf(ORDERS, 20).andThen(tenOf(PAYMENTS, 10)));
    }

    @Test
    void findsNothingWrongWhereNothingIs() {
        CliRun run = CliRun.of("verify", root);

        assertThat(run.status()).isZero();
        assertThat(run.lines()).hasSize(1);
        assertThat(run.out()).startsWith("verified objects=3 sections=5 bytes=").contains(" faults=0 ");
    }

    @Test
    void takesAUriForAPath() {
        assertThat(CliRun.of("verify", root.toUri()).out()).startsWith("verified objects=3");
    }

    @Test
    void findsNothingWrongInAnEmptyStore() throws IOException {
        CliRun run = CliRun.of("verify", Files.createDirectory(root.resolve("empty")));

        assertThat(run.status()).isZero();
        assertThat(run.out()).startsWith("verified objects=0 ");
    }

    @ParameterizedTest
    @CsvSource({
        "0, does not begin with",
        "20, header fails its checksum",
        "100, section of",
        "-40, index fails its checksum",
        "-20, footer fails its checksum",
        "-1, does not end with"
    })
    void namesTheObjectInWhichAByteIsFlipped(int position, String reason) throws IOException {
        Path object = store.file(1);
        SampleStore.flipByte(object, position < 0 ? Files.size(object) + position : position);

        CliRun run = CliRun.of("verify", root);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.lines()).hasSize(2);
        assertThat(run.lines().get(0))
                .startsWith("fault object=culvert/")
                .contains("0000000000000000001: ")
                .contains(reason);
        assertThat(run.lines().get(1)).startsWith("verified objects=2 ").contains(" faults=1 ");
    }

    @Test
    void namesEveryFaultAndTheFirstOneFirst() throws IOException {
        SampleStore.truncate(store.file(2), 150);
        SampleStore.flipByte(store.file(0), 120);

        CliRun run = CliRun.of("verify", root);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.lines()).hasSize(3);
        assertThat(run.lines().get(0)).contains("0000000000000000000: ").contains("checksum");
        assertThat(run.lines().get(1)).contains("0000000000000000002: ").contains("truncated");
    }

    @Test
    void findsOffsetsThatAreMissing() {
        store.write(3, tenOf(ORDERS, 40));

        CliRun run = CliRun.of("verify", root);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.lines().get(0))
                .contains("0000000000000000003: offsets are missing: partition=orders-0 leaderEpoch=4 baseOffset=40")
                .contains("previousSequence=2 previousLeaderEpoch=4 previousEndOffset=30");
    }

    @Test
    void findsABatchThatFailsItsOwnChecksum() {
        ByteBuffer batch = SampleStore.batch(30, 10);
        batch.put(batch.limit() - 1, (byte) ~batch.get(batch.limit() - 1));
        store.write(3, builder -> builder.add(ORDERS, 4, 30, 40, 0, batch));

        assertThat(CliRun.of("verify", root).lines().get(0))
                .contains("record batch fails its own checksum: partition=orders-0 lastOffset=39");
    }

    @Test
    void findsASectionThatDoesNotHoldWhatItsEntrySays() {
        store.write(3, builder -> builder.add(ORDERS, 4, 30, 45, 0, SampleStore.batch(30, 10)));

        CliRun run = CliRun.of("verify", root);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.lines().get(0)).contains("0000000000000000003: ").contains("section ends elsewhere");
    }

    @Test
    void findsAnObjectUnderTheKeyOfAnother() throws IOException {
        Files.copy(store.file(2), store.file(3));

        assertThat(CliRun.of("verify", root).lines().get(0))
                .contains("0000000000000000003: object lies under the key of another");
    }

    @Test
    void doesNotTakeTheCatchUpLaneForTheTail() {
        store.write(ObjectKind.CATCH_UP, 3, tenOf(ORDERS, 0));
        store.write(4, tenOf(ORDERS, 30));

        assertThat(CliRun.of("verify", root).status()).isZero();
    }

    @Test
    void mentionsFilesThatAreNoObjects() throws IOException {
        Files.writeString(root.resolve("readme.txt"), "hello");
        Files.createDirectory(root.resolve("~incoming"));
        Files.writeString(root.resolve("~incoming/put1"), "half an object");

        CliRun run = CliRun.of("verify", root);

        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("skipped files that are no objects: files=1 first=readme.txt");
    }

    @Test
    void suspectsADirectoryThatHoldsOtherThingsOnly() {
        CliRun run = CliRun.of("verify", root.resolve("culvert"));

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.err()).contains("is it the root of a store?");
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void saysThatThereIsNoStore() {
        CliRun run = CliRun.of("verify", root.resolve("missing"));

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.err()).isEqualTo("culvert: no such directory: store=" + root.resolve("missing") + "\n");
        assertThat(CliRun.of("verify", "s3://bucket").status()).isEqualTo(2);
    }

    @Test
    void changesNothingInTheStore() throws IOException {
        Files.createDirectory(root.resolve("~incoming"));
        Path old = Files.createFile(root.resolve("~incoming/put1"));
        Files.setLastModifiedTime(old, FileTime.fromMillis(0));

        CliRun.of("verify", root);

        assertThat(old).exists();
    }
}
