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
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;

final class WalObjectPropertyTest {

    private static final ByteBuffer SAMPLE =
            SampleObjects.join(SampleObjects.builder().seal(SampleObjects.HEADER));

    @Property(tries = 300)
    void readsBackWhateverWasSealed(@ForAll("headers") ObjectHeader header, @ForAll("sections") List<Section> sections)
            throws Exception {
        WalObjectBuilder builder = new WalObjectBuilder();
        for (Section section : sections) {
            builder.add(
                    section.partition(),
                    section.leaderEpoch(),
                    section.baseOffset(),
                    section.endOffset(),
                    section.epochUploadBase(),
                    section.bytes());
        }

        WalObject object = builder.seal(header);
        WalObjectReader reader = WalObjectReader.open(RangeSource.of(SampleObjects.join(object)));

        assertThat(reader.header()).isEqualTo(header);
        assertThat(reader.sections()).isEqualTo(object.sections()).hasSameSizeAs(sections);
        for (int i = 0; i < sections.size(); i++) {
            Section section = sections.get(i);
            SectionEntry entry = reader.sections().get(i);
            assertThat(reader.read(entry)).isEqualTo(section.bytes());
            assertThat(entry.partition()).isEqualTo(section.partition());
            assertThat(entry.leaderEpoch()).isEqualTo(section.leaderEpoch());
            assertThat(entry.baseOffset()).isEqualTo(section.baseOffset());
            assertThat(entry.endOffset()).isEqualTo(section.endOffset());
            assertThat(entry.epochUploadBase()).isEqualTo(section.epochUploadBase());
        }
    }

    @Property(tries = 3000)
    void noticesEveryFlippedBit(@ForAll("positions") int position, @ForAll @IntRange(min = 0, max = 7) int bit) {
        ByteBuffer damaged = copyOfSample();
        damaged.put(position, (byte) (damaged.get(position) ^ (1 << bit)));

        assertThatThrownBy(() -> readAll(damaged)).isInstanceOf(CorruptObjectException.class);
    }

    @Property
    void noticesEveryTruncation(@ForAll("positions") int length) {
        assertThatThrownBy(() -> readAll(copyOfSample().slice(0, length))).isInstanceOf(CorruptObjectException.class);
    }

    @Property
    void answersAnyBytesWithCorruption(@ForAll byte[] bytes) {
        assertThatThrownBy(() -> readAll(ByteBuffer.wrap(bytes))).isInstanceOf(CorruptObjectException.class);
    }

    private static void readAll(ByteBuffer bytes) throws Exception {
        WalObjectReader reader = WalObjectReader.open(RangeSource.of(bytes));
        for (SectionEntry section : reader.sections()) {
            reader.read(section);
        }
    }

    private static ByteBuffer copyOfSample() {
        return ByteBuffer.allocate(SAMPLE.remaining()).put(SAMPLE.duplicate()).flip();
    }

    @Provide
    Arbitrary<Integer> positions() {
        return Arbitraries.integers().between(0, SAMPLE.remaining() - 1);
    }

    @Provide
    Arbitrary<ObjectHeader> headers() {
        Arbitrary<Long> numbers = Arbitraries.longs().greaterOrEqual(0);
        return Combinators.combine(
                        Arbitraries.of(ObjectKind.class),
                        names(255),
                        Arbitraries.integers().greaterOrEqual(0),
                        numbers,
                        numbers,
                        numbers)
                .as((kind, cluster, broker, epoch, sequence, prefix) -> new ObjectHeader(
                        kind, cluster, new ObjectId(broker, epoch, sequence), Math.min(prefix, sequence)));
    }

    @Provide
    Arbitrary<List<Section>> sections() {
        Arbitrary<Long> offsets = Arbitraries.longs().between(0, Long.MAX_VALUE / 2);
        return Combinators.combine(
                        partitions(),
                        Arbitraries.integers().greaterOrEqual(0),
                        offsets,
                        Arbitraries.longs().between(1, 1L << 40),
                        offsets,
                        Arbitraries.bytes().array(byte[].class).ofMinSize(1).ofMaxSize(500))
                .as((partition, epoch, base, span, uploadBase, bytes) -> new Section(
                        partition, epoch, base, base + span, Math.min(uploadBase, base), ByteBuffer.wrap(bytes)))
                .list()
                .ofMinSize(1)
                .ofMaxSize(20);
    }

    private static Arbitrary<TopicIdPartition> partitions() {
        return Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.longs().greaterOrEqual(1),
                        Arbitraries.integers().greaterOrEqual(0),
                        names(249))
                .as((high, low, partition, name) -> new TopicIdPartition(new Uuid(high, low), partition, "t" + name));
    }

    private static Arbitrary<String> names(int maxLength) {
        return Arbitraries.strings()
                .alpha()
                .numeric()
                .withChars('.', '_', '-')
                .ofMinLength(1)
                .ofMaxLength(maxLength - 1);
    }

    private record Section(
            TopicIdPartition partition,
            int leaderEpoch,
            long baseOffset,
            long endOffset,
            long epochUploadBase,
            ByteBuffer bytes) {}
}
