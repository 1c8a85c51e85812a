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

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicIdPartition;

/**
 * Collects sections for one object and seals them under a header. The sections' bytes are never copied: the caller hands
 * them over and leaves them alone. Owned by one thread.
 */
public final class WalObjectBuilder {

    /** The sections so far, with positions counted from the end of the header. */
    private final List<SectionEntry> sections = new ArrayList<>();

    private final List<ByteBuffer> contents = new ArrayList<>();
    private long sectionBytes;

    /**
     * Adds a section behind those there are.
     *
     * @param bytes whole record batches, from position to limit; neither is changed
     * @throws IllegalArgumentException if the arguments describe no possible section
     */
    public void add(
            TopicIdPartition partition,
            int leaderEpoch,
            long baseOffset,
            long endOffset,
            long epochUploadBase,
            ByteBuffer bytes) {
        sections.add(new SectionEntry(
                partition,
                leaderEpoch,
                baseOffset,
                endOffset,
                epochUploadBase,
                sectionBytes,
                bytes.remaining(),
                Crc32c.of(bytes)));
        contents.add(bytes.duplicate());
        sectionBytes += bytes.remaining();
    }

    /** Bytes of all sections so far. */
    public long sectionBytes() {
        return sectionBytes;
    }

    public boolean isEmpty() {
        return sections.isEmpty();
    }

    /**
     * Makes an object of the sections so far; it may be called again with another header for the same sections.
     *
     * @throws IllegalStateException if there is no section
     */
    public WalObject seal(ObjectHeader header) {
        if (sections.isEmpty()) {
            throw new IllegalStateException("an object needs a section: object=" + header.object());
        }
        ByteBuffer encodedHeader = ObjectCodec.encodeHeader(header);
        int headerBytes = encodedHeader.remaining();
        List<SectionEntry> placed = sections.stream()
                .map(section -> section.movedTo(headerBytes + section.position()))
                .toList();
        ByteBuffer index = ObjectCodec.encodeIndex(placed);
        long indexPosition = headerBytes + sectionBytes;
        ByteBuffer footer =
                ObjectCodec.encodeFooter(new ObjectCodec.Footer(indexPosition, index.remaining(), Crc32c.of(index)));

        List<ByteBuffer> content = new ArrayList<>(contents.size() + 3);
        content.add(encodedHeader);
        content.addAll(contents);
        content.add(index);
        content.add(footer);
        return new WalObject(header, placed, content, indexPosition + index.remaining() + footer.remaining());
    }
}
