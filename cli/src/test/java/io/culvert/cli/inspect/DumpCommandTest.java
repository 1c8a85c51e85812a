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
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DumpCommandTest {

    @TempDir
    private Path root;

    @Test
    void showsTheBatchesOfAPartitionAsKafkaDumpLogDoes() {
        Path object = new SampleStore(root).write(7, tenOf(PAYMENTS, 20).andThen(tenOf(ORDERS, 100)));

        CliRun run = CliRun.of("dump", object, "--partition", "orders-0");

        assertThat(run.status()).isZero();
        assertThat(run.lines()).hasSize(3);
        assertThat(run.lines().get(0))
                .matches("Dumping orders-0 leaderEpoch: 4 baseOffset: 100 endOffset: 110 position: \\d+ size: \\d+");
        assertThat(run.lines().get(1))
                .matches("baseOffset: 100 lastOffset: 105 count: 6 baseSequence: -1 lastSequence: -1 producerId: -1"
                        + " producerEpoch: -1 partitionLeaderEpoch: 2 isTransactional: false isControl: false"
                        + " deleteHorizonMs: OptionalLong.empty position: \\d+ CreateTime: 1700000000005 size: \\d+"
                        + " magic: 2 compresscodec: none crc: \\d+ isvalid: true");
        assertThat(run.lines().get(2)).startsWith("baseOffset: 106 lastOffset: 109 count: 4");
    }

    @Test
    void showsAllPartitionsUnlessOneIsNamed() {
        Path object = new SampleStore(root).write(7, tenOf(PAYMENTS, 20).andThen(tenOf(ORDERS, 100)));

        assertThat(CliRun.of("dump", object).lines())
                .hasSize(6)
                .anyMatch(line -> line.startsWith("Dumping payments-eu-7 "))
                .anyMatch(line -> line.startsWith("Dumping orders-0 "));
    }

    @Test
    void showsTransactionsAndCompression() {
        SimpleRecord record =
                new SimpleRecord(1L, "compress me, compress me, compress me".getBytes(StandardCharsets.UTF_8));
        ByteBuffer batches = SampleStore.join(
                MemoryRecords.withTransactionalRecords(
                                0L, Compression.gzip().build(), 5L, (short) 1, 9, 3, record, record)
                        .buffer(),
                MemoryRecords.withEndTransactionMarker(
                                2L, 1L, 3, 5L, (short) 1, new EndTransactionMarker(ControlRecordType.COMMIT, 0))
                        .buffer());
        Path object = new SampleStore(root).write(0, builder -> builder.add(ORDERS, 4, 0, 3, 0, batches));

        CliRun run = CliRun.of("dump", object, "--partition", "orders-0");

        assertThat(run.lines().get(1))
                .contains("baseSequence: 9 lastSequence: 10 producerId: 5 producerEpoch: 1")
                .contains("isTransactional: true isControl: false")
                .contains("compresscodec: gzip");
        assertThat(run.lines().get(2)).contains("isTransactional: true isControl: true");
    }

    @Test
    void saysThatABatchIsNotValid() {
        ByteBuffer batch = SampleStore.batch(0, 5);
        batch.put(batch.limit() - 1, (byte) ~batch.get(batch.limit() - 1));
        Path object = new SampleStore(root).write(0, builder -> builder.add(ORDERS, 4, 0, 5, 0, batch));

        CliRun run = CliRun.of("dump", object);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).contains("isvalid: false");
    }

    @Test
    void saysThatASectionEndsInsideABatch() {
        ByteBuffer batches = SampleStore.join(SampleStore.batch(0, 5), SampleStore.batch(5, 5));
        ByteBuffer cut = batches.limit(batches.limit() - 10);
        Path object = new SampleStore(root).write(0, builder -> builder.add(ORDERS, 4, 0, 10, 0, cut));

        CliRun run = CliRun.of("dump", object);

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).contains("at the end that are no whole batch");
    }

    @Test
    void saysThatBytesAreNoBatches() {
        ByteBuffer garbage = ByteBuffer.allocate(200);
        Path object = new SampleStore(root).write(0, builder -> builder.add(ORDERS, 4, 0, 10, 0, garbage));

        CliRun run = CliRun.of("dump", object);

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.err()).contains("malformed batch").doesNotContain("\tat ");
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void saysThatTheObjectHoldsNothingOfAPartition() {
        Path object = new SampleStore(root).write(7, tenOf(PAYMENTS, 20));

        CliRun run = CliRun.of("dump", object, "--partition", "payments-eu-8");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("partition=payments-eu-8");
    }

    @Test
    void neverShowsADamagedSection() throws IOException {
        Path object = new SampleStore(root).write(7, tenOf(ORDERS, 20));
        SampleStore.flipByte(object, 100);

        CliRun run = CliRun.of("dump", object);

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.err()).contains("section of").contains("fails its checksum");
    }

    @Test
    void saysThatAFileIsNoObject() throws IOException {
        CliRun run = CliRun.of("dump", Files.writeString(root.resolve("text"), "no object"));

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.err()).contains("not a WAL object");
    }
}
