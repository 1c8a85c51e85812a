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

package io.culvert.core.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.culvert.api.CorruptObjectException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.junit.jupiter.api.Test;

final class ReferenceBatchPropertyTest {

    private static final SectionReference FIRST =
            new SectionReference(0, new ObjectId(1, 20, 300), 64, 1000, 0xDEADBEEF, 3, 100, 110);
    private static final SectionReference SECOND =
            new SectionReference(255, new ObjectId(1, 20, 301), 2000, 1, 7, 4, 110, 500);

    @Property
    void readsBackWhatItWrites(
            @ForAll("contiguousReferences") List<SectionReference> references,
            @ForAll @LongRange(min = 0, max = 1000) long lead,
            @ForAll @LongRange(min = 0) long waitedMs)
            throws Exception {
        SectionReference first = references.get(0);
        long fetchOffset = Math.min(first.baseOffset() + lead, first.endOffset() - 1);
        int leaderEpoch = references.get(references.size() - 1).leaderEpoch();

        References answer = new References(waitedMs, references);
        ByteBuffer batch = ReferenceBatch.encode(fetchOffset, leaderEpoch, answer);

        assertThat(ReferenceBatch.isReferenceBatch(batch)).isTrue();
        assertThat(ReferenceBatch.decode(batch)).isEqualTo(answer);
        assertThat(batch.getLong(0)).isEqualTo(fetchOffset);
        assertThat(batch.getInt(8)).isEqualTo(batch.remaining() - 12);
        assertThat(batch.getInt(12)).isEqualTo(leaderEpoch);
    }

    @Property(tries = 2000)
    void noticesEveryFlippedBit(
            @ForAll @IntRange(min = 0, max = 80) int position, @ForAll @IntRange(min = 0, max = 7) int bit) {
        ByteBuffer batch = ReferenceBatch.encode(105, 4, new References(7, List.of(FIRST, SECOND)));
        int flipped = position % batch.remaining();
        batch.put(flipped, (byte) (batch.get(flipped) ^ (1 << bit)));

        assertThatThrownBy(() -> ReferenceBatch.decode(batch)).isInstanceOf(CorruptObjectException.class);
    }

    @Property
    void answersAnyBytesWithCorruption(@ForAll byte[] bytes) {
        assertThatThrownBy(() -> ReferenceBatch.decode(ByteBuffer.wrap(bytes)))
                .isInstanceOf(CorruptObjectException.class);
    }

    @Property(tries = 2000)
    void answersAnyBytesUnderAGoodChecksumWithCorruptionOrReferences(@ForAll byte[] references) throws Exception {
        ByteBuffer batch = ByteBuffer.allocate(18 + references.length + 4);
        batch.putLong(100)
                .putInt(batch.capacity() - 12)
                .putInt(5)
                .put((byte) 0x7F)
                .put((byte) 1);
        batch.put(references).putInt(Crc32c.of(batch.duplicate().flip())).flip();

        try {
            assertThat(ReferenceBatch.decode(batch).sections()).isNotEmpty();
        } catch (CorruptObjectException e) {
            assertThat(e).hasMessageContaining("reference");
        }
    }

    @Property
    void noticesEveryTruncation(@ForAll @IntRange(min = 0, max = 60) int length) {
        ByteBuffer batch = ReferenceBatch.encode(105, 4, new References(7, List.of(FIRST, SECOND)));

        assertThatThrownBy(() -> ReferenceBatch.decode(batch.slice(0, length % batch.remaining())))
                .isInstanceOf(CorruptObjectException.class);
    }

    @Test
    void takesFewerThanSeventyBytesForOneReference() {
        SectionReference reference = new SectionReference(
                0,
                new ObjectId(1001, 123_456_789L, 10_000_000L),
                3_000_000,
                200_000,
                -1,
                50,
                1L << 40,
                (1L << 40) + 999);

        assertThat(ReferenceBatch.encode(1L << 40, 50, new References(7, List.of(reference)))
                        .remaining())
                .isLessThan(70);
    }

    @Test
    void isNoBatchThatKafkaWouldAccept() {
        ByteBuffer batch = ReferenceBatch.encode(105, 4, new References(7, List.of(FIRST, SECOND)));

        assertThatThrownBy(() -> MemoryRecords.readableRecords(batch.duplicate())
                        .batches()
                        .forEach(parsed -> parsed.ensureValid()))
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void tellsReferencesFromRecords() {
        assertThat(ReferenceBatch.isReferenceBatch(ByteBuffer.allocate(0))).isFalse();
        assertThat(ReferenceBatch.isReferenceBatch(ByteBuffer.allocate(16))).isFalse();
        assertThat(ReferenceBatch.isReferenceBatch(ByteBuffer.allocate(100).put(16, (byte) 2)))
                .isFalse();
        assertThat(ReferenceBatch.isReferenceBatch(ByteBuffer.allocate(17).put(16, (byte) 0x7F)))
                .isTrue();
    }

    @Test
    void namesAVersionThatItDoesNotKnow() {
        ByteBuffer batch =
                ReferenceBatch.encode(105, 4, new References(7, List.of(FIRST))).put(17, (byte) 2);

        assertThatThrownBy(() -> ReferenceBatch.decode(batch))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("version=2 supportedVersion=1");
    }

    @Test
    void allocatesNothingForACountThatCannotBe() {
        ByteBuffer batch = ByteBuffer.allocate(40);
        batch.putLong(100).putInt(40 - 12).putInt(5).put((byte) 0x7F).put((byte) 1);
        Varint.put(batch, Long.MAX_VALUE);
        batch.position(36).putInt(Crc32c.of(batch.duplicate().flip())).flip();

        assertThatThrownBy(() -> ReferenceBatch.decode(batch))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("count=" + Long.MAX_VALUE);
    }

    @Test
    void refusesReferencesThatDoNotAnswerTheFetch() {
        SectionReference later = new SectionReference(0, new ObjectId(1, 2, 3), 0, 1, 0, 4, 111, 112);

        assertThatThrownBy(() -> ReferenceBatch.encode(105, 4, new References(7, List.of())))
                .hasMessageContaining("fetchOffset=105");
        assertThatThrownBy(() -> ReferenceBatch.encode(110, 4, new References(7, List.of(FIRST))))
                .hasMessageContaining("fetchOffset=110");
        assertThatThrownBy(() -> ReferenceBatch.encode(105, 4, new References(7, List.of(FIRST, later))))
                .hasMessageContaining("baseOffset=111 expectedOffset=110");
        assertThatThrownBy(() -> ReferenceBatch.encode(105, 3, new References(7, List.of(FIRST, SECOND))))
                .hasMessageContaining("epoch=4");
    }

    @Provide
    Arbitrary<List<SectionReference>> contiguousReferences() {
        Arbitrary<Long> numbers = Arbitraries.longs().greaterOrEqual(0);
        Arbitrary<SectionReference> detached = Combinators.combine(
                        Arbitraries.integers().between(0, 255),
                        Arbitraries.integers().greaterOrEqual(0),
                        numbers,
                        numbers,
                        numbers,
                        Arbitraries.integers().greaterOrEqual(1),
                        Arbitraries.integers(),
                        Arbitraries.longs().between(1, 1L << 40))
                .as((store, broker, epoch, sequence, position, length, crc, span) -> new SectionReference(
                        store, new ObjectId(broker, epoch, sequence), position, length, crc, 0, 0, span));
        return Combinators.combine(
                        detached.list().ofMinSize(1).ofMaxSize(30),
                        Arbitraries.longs().between(0, Long.MAX_VALUE / 2))
                .as(ReferenceBatchPropertyTest::chained);
    }

    private static List<SectionReference> chained(List<SectionReference> detached, long baseOffset) {
        List<SectionReference> chained = new ArrayList<>();
        long next = baseOffset;
        int epoch = 0;
        for (SectionReference link : detached) {
            long end = next + link.endOffset();
            epoch += link.length() % 3;
            chained.add(new SectionReference(
                    link.storeIndex(), link.object(), link.position(), link.length(), link.crc32c(), epoch, next, end));
            next = end;
        }
        return chained;
    }
}
