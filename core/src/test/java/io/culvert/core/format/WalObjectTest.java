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
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

final class WalObjectTest {

    private final WalObject object = SampleObjects.builder().seal(SampleObjects.HEADER);

    @Test
    void readsBackWhatWasSealed() throws Exception {
        WalObjectReader reader = WalObjectReader.open(RangeSource.of(SampleObjects.join(object)));

        assertThat(reader.header()).isEqualTo(SampleObjects.HEADER);
        assertThat(reader.sections()).isEqualTo(object.sections());
        assertThat(reader.sizeBytes()).isEqualTo(object.sizeBytes());
        assertThat(reader.read(reader.sections().get(0))).isEqualTo(SampleObjects.bytes(50, 1));
        assertThat(reader.read(reader.sections().get(1))).isEqualTo(SampleObjects.bytes(1, 2));
        assertThat(reader.read(reader.sections().get(2))).isEqualTo(SampleObjects.bytes(300, 3));
    }

    @Test
    void refersToTheSectionsBytes() {
        ByteBuffer joined = SampleObjects.join(object);

        List<SectionReference> references = object.references(2);

        assertThat(references).hasSize(3).allSatisfy(reference -> {
            assertThat(reference.storeIndex()).isEqualTo(2);
            assertThat(reference.object()).isEqualTo(SampleObjects.HEADER.object());
            ByteBuffer section = joined.slice((int) reference.position(), reference.length());
            assertThat(Crc32c.of(section)).isEqualTo(reference.crc32c());
        });
        assertThat(references.get(0).baseOffset()).isEqualTo(100);
        assertThat(references.get(0).endOffset()).isEqualTo(120);
        assertThat(references.get(1).leaderEpoch()).isEqualTo(5);
    }

    @Test
    void doesNotCopyOrMoveTheSectionsBuffers() {
        ByteBuffer section = SampleObjects.bytes(10, 1);
        WalObjectBuilder builder = new WalObjectBuilder();
        builder.add(SampleObjects.ORDERS_0, 1, 0, 1, 0, section);

        List<ByteBuffer> content = builder.seal(SampleObjects.HEADER).content();

        assertThat(section.position()).isZero();
        assertThat(section.remaining()).isEqualTo(10);
        section.put(0, (byte) 99);
        assertThat(content.get(1).get(0)).isEqualTo((byte) 99);
    }

    @Test
    void handsOutContentThatACallerMayConsume() {
        object.content().forEach(buffer -> buffer.position(buffer.limit()));

        assertThat(object.content().stream().mapToLong(ByteBuffer::remaining).sum())
                .isEqualTo(object.sizeBytes());
    }

    @Test
    void sealsTheSameSectionsAgainUnderAnotherHeader() throws Exception {
        ObjectHeader next = new ObjectHeader(ObjectKind.CATCH_UP, "another-cluster", new ObjectId(3, 42, 8), 8);

        WalObject again = SampleObjects.builder().seal(next);
        WalObjectReader reader = WalObjectReader.open(RangeSource.of(SampleObjects.join(again)));

        assertThat(reader.header()).isEqualTo(next);
        assertThat(reader.sections())
                .extracting(SectionEntry::crc32c)
                .isEqualTo(object.sections().stream().map(SectionEntry::crc32c).toList());
    }

    @Test
    void refusesToSealNothing() {
        assertThatThrownBy(() -> new WalObjectBuilder().seal(SampleObjects.HEADER))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void refusesSectionsThatCannotBe() {
        WalObjectBuilder builder = new WalObjectBuilder();
        ByteBuffer bytes = SampleObjects.bytes(5, 1);
        TopicIdPartition withoutId = new TopicIdPartition(Uuid.ZERO_UUID, 0, "orders");

        assertThatThrownBy(() -> builder.add(withoutId, 1, 0, 1, 0, bytes))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.add(SampleObjects.ORDERS_0, 1, 5, 5, 0, bytes))
                .hasMessageContaining("baseOffset=5 endOffset=5");
        assertThatThrownBy(() -> builder.add(SampleObjects.ORDERS_0, 1, 5, 6, 6, bytes))
                .hasMessageContaining("epochUploadBase=6");
        assertThatThrownBy(() -> builder.add(SampleObjects.ORDERS_0, 1, 5, 6, 5, ByteBuffer.allocate(0)))
                .hasMessageContaining("length=0");
        assertThat(builder.isEmpty()).isTrue();
        assertThat(builder.sectionBytes()).isZero();
    }

    @Test
    void refusesHeadersThatCannotBe() {
        assertThatThrownBy(() -> new ObjectHeader(ObjectKind.TAIL, "c", new ObjectId(1, 2, 3), 4))
                .hasMessageContaining("resolvedPrefix=4");
        assertThatThrownBy(() -> new ObjectHeader(ObjectKind.TAIL, "a/b", new ObjectId(1, 2, 3), 3))
                .hasMessageContaining("clusterId=a/b");
        assertThatThrownBy(() -> new ObjectId(-1, 2, 3)).hasMessageContaining("brokerId=-1");
    }

    @Test
    void saysThatAFileIsNoObject() {
        ByteBuffer text = ByteBuffer.wrap("just some text that is no object at all".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> WalObjectReader.open(RangeSource.of(text)))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("not a WAL object");
        assertThatThrownBy(() -> WalObjectReader.open(RangeSource.of(ByteBuffer.allocate(0))))
                .hasMessageContaining("not a WAL object");
    }

    @Test
    void namesAVersionThatItDoesNotKnow() {
        ByteBuffer newer = SampleObjects.join(object).put(8, (byte) 9);

        assertThatThrownBy(() -> WalObjectReader.open(RangeSource.of(newer)))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("version=9 supportedVersion=1");
    }

    @Test
    void namesAFlagThatItDoesNotKnow() {
        ByteBuffer flagged = SampleObjects.join(object).put(11, (byte) 2);

        assertThatThrownBy(() -> WalObjectReader.open(RangeSource.of(flagged)))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("flags=0x2");
    }

    @Test
    void saysThatAnObjectIsTruncated() {
        ByteBuffer whole = SampleObjects.join(object);

        assertThatThrownBy(() -> WalObjectReader.open(RangeSource.of(whole.slice(0, whole.remaining() - 1))))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("truncated");
    }

    @Test
    void allocatesNothingForACountThatCannotBe() {
        ByteBuffer index = ByteBuffer.allocate(100).putInt(0, Integer.MAX_VALUE);

        assertThatThrownBy(() -> ObjectCodec.decodeIndex(index))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("count=2147483647");
    }

    @Test
    void refusesAFooterThatPointsOutsideTheObject() {
        ByteBuffer whole = SampleObjects.join(object);
        ByteBuffer footer = ObjectCodec.encodeFooter(new ObjectCodec.Footer(Long.MAX_VALUE - 10, 100, 0));
        whole.duplicate().position(whole.limit() - footer.remaining()).put(footer);

        assertThatThrownBy(() -> WalObjectReader.open(RangeSource.of(whole)))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("footer points outside the object");
    }

    @Test
    void refusesSectionsThatOverlap() {
        List<SectionEntry> sections = object.sections();
        SectionEntry moved = sections.get(1).movedTo(sections.get(0).position());
        ByteBuffer header = ObjectCodec.encodeHeader(SampleObjects.HEADER);
        ByteBuffer index = ObjectCodec.encodeIndex(List.of(sections.get(0), moved));
        int indexPosition = header.remaining() + 51;
        ByteBuffer forged = ByteBuffer.allocate(indexPosition + index.remaining() + ObjectCodec.FOOTER_BYTES);
        forged.put(header).position(indexPosition);
        ObjectCodec.Footer footer = new ObjectCodec.Footer(indexPosition, index.remaining(), Crc32c.of(index));
        forged.put(index).put(ObjectCodec.encodeFooter(footer)).flip();

        assertThatThrownBy(() -> WalObjectReader.open(RangeSource.of(forged)))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("gap or overlap");
    }
}
