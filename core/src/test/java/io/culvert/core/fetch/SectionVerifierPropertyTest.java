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
import static io.culvert.core.fetch.SampleLogs.bytes;
import static io.culvert.core.fetch.SampleLogs.concat;
import static io.culvert.core.fetch.SampleLogs.object;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.culvert.api.CorruptObjectException;
import io.culvert.core.format.SectionReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;

final class SectionVerifierPropertyTest {

    /** Batches as a log may hold them: of any kind, some cleaned away between them. */
    private record Log(List<byte[]> batches, List<Long> lastOffsets, long baseOffset, long endOffset) {

        byte[] bytes() {
            return concat(batches.toArray(byte[][]::new));
        }

        static Log random(Random random, int count) {
            List<byte[]> batches = new ArrayList<>();
            List<Long> lastOffsets = new ArrayList<>();
            long baseOffset = random.nextInt(1_000);
            long next = baseOffset;
            for (int i = 0; i < count; i++) {
                next += random.nextInt(3) == 0 ? random.nextInt(50) : 0;
                int records = 1 + random.nextInt(5);
                byte[] batch = batch(random, next, records);
                next += isMarker(batch) ? 1 : records;
                batches.add(batch);
                lastOffsets.add(next - 1);
            }
            return new Log(batches, lastOffsets, baseOffset, next);
        }

        private static boolean isMarker(byte[] batch) {
            return MemoryRecords.readableRecords(ByteBuffer.wrap(batch))
                    .firstBatch()
                    .isControlBatch();
        }

        private static byte[] batch(Random random, long offset, int count) {
            SimpleRecord[] records = new SimpleRecord[count];
            for (int i = 0; i < count; i++) {
                records[i] = new SimpleRecord(1_000L + i, ("value-" + random.nextInt()).getBytes(UTF_8));
            }
            return switch (random.nextInt(6)) {
                case 0 ->
                    SampleLogs.bytes(MemoryRecords.withEndTransactionMarker(
                            offset, 1_000, EPOCH, 5, (short) 0, new EndTransactionMarker(ControlRecordType.ABORT, 0)));
                case 1 ->
                    SampleLogs.bytes(MemoryRecords.withRecords(
                            RecordBatch.MAGIC_VALUE_V1,
                            offset,
                            Compression.gzip().build(),
                            records));
                case 2 ->
                    SampleLogs.bytes(MemoryRecords.withRecords(
                            offset, Compression.zstd().build(), random.nextInt(EPOCH + 1), records));
                case 3 ->
                    SampleLogs.bytes(MemoryRecords.withTransactionalRecords(
                            offset, Compression.NONE, 5, (short) 0, 0, EPOCH, records));
                default -> SampleLogs.bytes(MemoryRecords.withRecords(offset, Compression.NONE, EPOCH, records));
            };
        }
    }

    private static SectionReference reference(byte[] section, Log log) {
        return SampleLogs.reference(object(0), 0, section, log.baseOffset, log.endOffset);
    }

    @Property(tries = 300)
    void handsOutExactlyTheBatchesFromTheFetchOffsetOn(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 12) int count) throws CorruptObjectException {
        Random random = new Random(seed);
        Log log = Log.random(random, count);
        long fetchOffset = log.baseOffset + random.nextInt((int) (log.endOffset - log.baseOffset));
        int first = 0;
        while (log.lastOffsets.get(first) < fetchOffset) {
            first++;
        }

        ByteBuffer verified =
                SectionVerifier.verify(ByteBuffer.wrap(log.bytes()), reference(log.bytes(), log), fetchOffset);

        assertThat(bytes(verified))
                .isEqualTo(concat(log.batches.subList(first, count).toArray(byte[][]::new)));
    }

    @Property(tries = 300)
    void refusesEveryFlippedBit(@ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int count) {
        Random random = new Random(seed);
        Log log = Log.random(random, count);
        byte[] section = log.bytes();
        SectionReference reference = reference(section, log);
        section[random.nextInt(section.length)] ^= (byte) (1 << random.nextInt(8));

        assertThatThrownBy(() -> SectionVerifier.verify(ByteBuffer.wrap(section), reference, log.baseOffset))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("CRC-32C");
    }

    @Property(tries = 300)
    void refusesASectionCutInsideABatchEvenWithAFittingReference(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int count) {
        Random random = new Random(seed);
        Log log = Log.random(random, count);
        byte[] last = log.batches.get(count - 1);
        byte[] whole = log.bytes();
        byte[] section = Arrays.copyOf(whole, whole.length - 1 - random.nextInt(last.length - 1));

        assertThatThrownBy(
                        () -> SectionVerifier.verify(ByteBuffer.wrap(section), reference(section, log), log.baseOffset))
                .isInstanceOf(CorruptObjectException.class);
    }

    @Property(tries = 300)
    void refusesShuffledBatchesEvenWithAFittingReference(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 6) int count) {
        Random random = new Random(seed);
        Log log = Log.random(random, count);
        List<byte[]> shuffled = new ArrayList<>(log.batches);
        Collections.shuffle(shuffled, random);
        byte[] section = concat(shuffled.toArray(byte[][]::new));
        Assume.that(!Arrays.equals(section, log.bytes()));

        assertThatThrownBy(
                        () -> SectionVerifier.verify(ByteBuffer.wrap(section), reference(section, log), log.baseOffset))
                .isInstanceOf(CorruptObjectException.class);
    }

    @Property(tries = 1_000)
    void survivesAnyBytesThatMatchTheirCrc(@ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int count) {
        Random random = new Random(seed);
        Log log = Log.random(random, count);
        byte[] section = log.bytes();
        for (int i = 0; i < 4; i++) {
            // Headers are what is parsed: most hits go there.
            section[random.nextInt(Math.min(section.length, 61))] = (byte) random.nextInt();
        }
        SectionReference reference = reference(section, log);

        try {
            ByteBuffer verified = SectionVerifier.verify(ByteBuffer.wrap(section), reference, log.baseOffset);
            assertThat(MemoryRecords.readableRecords(verified).validBytes()).isEqualTo(verified.remaining());
        } catch (CorruptObjectException e) {
            assertThat(e).hasMessageContaining("reference=");
        }
    }
}
