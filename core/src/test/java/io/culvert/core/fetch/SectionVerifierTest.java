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

package io.culvert.core.fetch;

import static io.culvert.core.fetch.SampleLogs.EPOCH;
import static io.culvert.core.fetch.SampleLogs.batch;
import static io.culvert.core.fetch.SampleLogs.bytes;
import static io.culvert.core.fetch.SampleLogs.concat;
import static io.culvert.core.fetch.SampleLogs.object;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.culvert.api.CorruptObjectException;
import io.culvert.core.format.SectionReference;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SectionVerifierTest {

    private static ByteBuffer verify(byte[] section, long baseOffset, long endOffset, long fetchOffset)
            throws CorruptObjectException {
        SectionReference reference = SampleLogs.reference(object(0), 0, section, baseOffset, endOffset);
        return SectionVerifier.verify(ByteBuffer.wrap(section), reference, fetchOffset);
    }

    private static void assertRefused(byte[] section, long baseOffset, long endOffset, long fetchOffset, String why) {
        assertThatThrownBy(() -> verify(section, baseOffset, endOffset, fetchOffset))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining(why)
                .hasMessageContaining("reference=");
    }

    @Test
    void handsOutTheVeryBytesWithoutACopy() throws CorruptObjectException {
        byte[] section = concat(batch(10, 10, 200), batch(20, 5, 100));

        ByteBuffer verified = verify(section, 10, 25, 10);

        assertThat(bytes(verified)).isEqualTo(section);
        section[section.length - 1]++;
        assertThat(bytes(verified)).isEqualTo(section);
    }

    @Test
    void dropsBatchesThatEndBelowTheFetchOffset() throws CorruptObjectException {
        byte[] section = concat(batch(10, 10, 200), batch(20, 10, 100));

        assertThat(bytes(verify(section, 10, 30, 19))).isEqualTo(section);
        assertThat(bytes(verify(section, 10, 30, 20))).isEqualTo(batch(20, 10, 100));
        assertThat(bytes(verify(section, 10, 30, 29))).isEqualTo(batch(20, 10, 100));
    }

    @ParameterizedTest
    @MethodSource("compressions")
    void takesCompressedBatches(Compression compression) throws CorruptObjectException {
        byte[] section = concat(
                bytes(MemoryRecords.withRecords(0, compression, EPOCH, records(4))),
                bytes(MemoryRecords.withRecords(4, compression, EPOCH, records(4))));

        assertThat(bytes(verify(section, 0, 8, 0))).isEqualTo(section);
    }

    static Stream<Compression> compressions() {
        return Stream.of(
                Compression.gzip().build(),
                Compression.snappy().build(),
                Compression.lz4().build(),
                Compression.zstd().build());
    }

    @ParameterizedTest
    @ValueSource(bytes = {RecordBatch.MAGIC_VALUE_V0, RecordBatch.MAGIC_VALUE_V1})
    void takesBatchesOfOldFormats(byte magic) throws CorruptObjectException {
        byte[] plain = bytes(MemoryRecords.withRecords(magic, 0, Compression.NONE, records(3)));
        byte[] compressed =
                bytes(MemoryRecords.withRecords(magic, 3, Compression.gzip().build(), records(3)));

        assertThat(bytes(verify(concat(plain, compressed), 0, 6, 0))).isEqualTo(concat(plain, compressed));
        assertThat(bytes(verify(concat(plain, compressed), 0, 6, 4))).isEqualTo(compressed);
    }

    @Test
    void takesControlBatches() throws CorruptObjectException {
        byte[] marker = bytes(MemoryRecords.withEndTransactionMarker(
                10, 1_000, EPOCH, 5, (short) 0, new EndTransactionMarker(ControlRecordType.COMMIT, 0)));
        byte[] section = concat(batch(0, 10, 100), marker);

        assertThat(bytes(verify(section, 0, 11, 0))).isEqualTo(section);
        assertThat(bytes(verify(section, 0, 11, 10))).isEqualTo(marker);
    }

    @Test
    void takesCleanedLogsWithGapsBetweenAndInsideBatches() throws CorruptObjectException {
        MemoryRecordsBuilder builder = MemoryRecords.builder(
                ByteBuffer.allocate(1_000),
                RecordBatch.MAGIC_VALUE_V2,
                Compression.NONE,
                TimestampType.CREATE_TIME,
                50,
                RecordBatch.NO_TIMESTAMP,
                RecordBatch.NO_PRODUCER_ID,
                RecordBatch.NO_PRODUCER_EPOCH,
                RecordBatch.NO_SEQUENCE,
                false,
                EPOCH);
        builder.appendWithOffset(53, records(1)[0]);
        builder.appendWithOffset(57, records(1)[0]);
        builder.overrideLastOffset(60);
        byte[] sparse = bytes(builder.build());
        byte[] section = concat(batch(20, 5, 100), sparse);

        assertThat(bytes(verify(section, 10, 61, 10))).isEqualTo(section);
        assertThat(bytes(verify(section, 10, 61, 30))).isEqualTo(sparse);
        assertThat(bytes(verify(section, 10, 61, 60))).isEqualTo(sparse);
    }

    @Test
    void takesAFirstBatchThatBeginsBelowTheSection() throws CorruptObjectException {
        byte[] section = batch(0, 10, 100);

        assertThat(bytes(verify(section, 5, 10, 5))).isEqualTo(section);
    }

    @Test
    void refusesAFirstBatchThatOverlapsTheSectionBefore() {
        assertRefused(batch(0, 10, 100), 5, 10, 2, "batch lies outside its section");
    }

    @Test
    void refusesAWrongLength() {
        byte[] section = batch(0, 10, 100);
        SectionReference reference = SampleLogs.reference(object(0), 0, section, 0, 10);

        assertThatThrownBy(() -> SectionVerifier.verify(ByteBuffer.wrap(section, 0, 90), reference, 0))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("wrong length");
    }

    @Test
    void refusesAPartialBatchAtTheEnd() {
        byte[] second = batch(10, 10, 100);
        byte[] cut = Arrays.copyOf(second, second.length - 1);

        assertRefused(concat(batch(0, 10, 100), cut), 0, 20, 0, "partial batch");
        assertRefused(concat(batch(0, 10, 100), new byte[5]), 0, 10, 0, "partial batch");
    }

    @Test
    void refusesBatchesInTheWrongOrder() {
        assertRefused(concat(batch(10, 10, 100), batch(0, 10, 100)), 0, 20, 0, "out of order");
        assertRefused(concat(batch(0, 10, 100), batch(0, 10, 100)), 0, 10, 0, "out of order");
        assertRefused(concat(batch(0, 10, 100), batch(9, 11, 100)), 0, 20, 0, "out of order");
    }

    @Test
    void refusesBatchesOutsideTheReference() {
        assertRefused(batch(0, 10, 100), 20, 30, 20, "batch lies outside its section");
        assertRefused(batch(0, 20, 100), 0, 10, 0, "batch lies outside its section");
        assertRefused(batch(0, 10, 100), 0, 15, 0, "ends elsewhere");
    }

    @Test
    void refusesAFetchOffsetPastItsEnd() {
        assertRefused(batch(0, 10, 100), 0, 10, 10, "ends before the fetch offset");
    }

    @Test
    void refusesBatchesOfALaterEpoch() {
        byte[] later = bytes(MemoryRecords.withRecords(0, Compression.NONE, EPOCH + 1, records(3)));

        assertRefused(later, 0, 3, 0, "newer than its section");
    }

    @Test
    void refusesAnUnknownMagic() {
        byte[] section = batch(0, 10, 100);
        section[16] = 0x7F;

        assertRefused(section, 0, 10, 0, "malformed batch");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 13, 14, 30, Integer.MAX_VALUE - 1, Integer.MAX_VALUE})
    void refusesAHostileBatchLength(int length) {
        byte[] section = batch(0, 10, 100);
        ByteBuffer.wrap(section).putInt(8, length);

        assertThatThrownBy(() -> verify(section, 0, 10, 0)).isInstanceOf(CorruptObjectException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, Integer.MAX_VALUE})
    void refusesAHostileLastOffsetDelta(int delta) {
        byte[] section = batch(Long.MAX_VALUE - 20, 10, 100);
        ByteBuffer.wrap(section).putInt(23, delta);

        assertThatThrownBy(() -> verify(section, Long.MAX_VALUE - 20, Long.MAX_VALUE - 10, Long.MAX_VALUE - 20))
                .isInstanceOf(CorruptObjectException.class);
    }

    private static SimpleRecord[] records(int count) {
        SimpleRecord[] records = new SimpleRecord[count];
        for (int i = 0; i < count; i++) {
            records[i] = new SimpleRecord(1_000L + i, ("value-" + i).getBytes(UTF_8));
        }
        return records;
    }
}
