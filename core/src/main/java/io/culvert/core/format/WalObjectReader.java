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

import io.culvert.api.CorruptObjectException;
import io.culvert.api.RemoteWalStorageException;
import io.culvert.core.format.ObjectCodec.Footer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Reads an object that nothing is known of but its bytes. Opening checks header, index and footer and that the sections
 * fill what lies between; a section's own bytes are checked when they are read. As thread-safe as its source; blocks as
 * its source does.
 */
public final class WalObjectReader {

    /** No index that a release writes comes near this. */
    private static final int MAX_INDEX_BYTES = 256 * 1024 * 1024;

    private final RangeSource source;
    private final ObjectHeader header;
    private final List<SectionEntry> sections;

    private WalObjectReader(RangeSource source, ObjectHeader header, List<SectionEntry> sections) {
        this.source = source;
        this.header = header;
        this.sections = List.copyOf(sections);
    }

    /**
     * Reads what the object says of itself.
     *
     * @throws CorruptObjectException if it is no object, is damaged or cut short, or needs a newer release; the message
     *     says which
     * @throws IOException if the source fails
     * @throws RemoteWalStorageException if the source's store fails
     */
    public static WalObjectReader open(RangeSource source) throws IOException, RemoteWalStorageException {
        long size = source.sizeBytes();
        ByteBuffer start = size == 0
                ? ByteBuffer.allocate(0)
                : read(source, 0, (int) Math.min(size, ObjectCodec.MAX_HEADER_BYTES));
        ObjectHeader header = ObjectCodec.decodeHeader(start);
        int headerBytes = start.position();

        long footerPosition = size - ObjectCodec.FOOTER_BYTES;
        if (footerPosition < headerBytes) {
            throw new CorruptObjectException("object is truncated behind its header: size=" + size);
        }
        Footer footer = ObjectCodec.decodeFooter(read(source, footerPosition, ObjectCodec.FOOTER_BYTES));
        requireIndexWithin(footer, headerBytes, footerPosition);
        ByteBuffer index = read(source, footer.indexPosition(), footer.indexLength());
        ObjectCodec.requireCrc("index", index, footer.indexCrc32c());
        List<SectionEntry> sections = ObjectCodec.decodeIndex(index);
        requireNoGaps(sections, headerBytes, footer.indexPosition());
        return new WalObjectReader(source, header, sections);
    }

    private static void requireIndexWithin(Footer footer, int headerBytes, long footerPosition)
            throws CorruptObjectException {
        if (footer.indexPosition() < headerBytes
                || footer.indexLength() < 1
                || footer.indexLength() > MAX_INDEX_BYTES
                || footer.indexPosition() != footerPosition - footer.indexLength()) {
            throw new CorruptObjectException("footer points outside the object: indexPosition="
                    + footer.indexPosition() + " indexLength=" + footer.indexLength() + " footerPosition="
                    + footerPosition);
        }
    }

    private static void requireNoGaps(List<SectionEntry> sections, long firstPosition, long endPosition)
            throws CorruptObjectException {
        long expected = firstPosition;
        for (SectionEntry section : sections) {
            if (section.position() != expected) {
                throw new CorruptObjectException("sections leave a gap or overlap: partition=" + section.partition()
                        + " position=" + section.position() + " expectedPosition=" + expected);
            }
            expected = section.endPosition();
        }
        if (expected != endPosition) {
            throw new CorruptObjectException("sections do not end where the index begins: sectionsEnd=" + expected
                    + " indexPosition=" + endPosition);
        }
    }

    /** The version that the object was written in; the one that this release writes, for now. */
    public int version() {
        return ObjectCodec.VERSION;
    }

    /** What the object says of itself. */
    public ObjectHeader header() {
        return header;
    }

    /** The object's sections, in the order of their positions. */
    public List<SectionEntry> sections() {
        return sections;
    }

    /** The object's length in bytes. */
    public long sizeBytes() {
        return source.sizeBytes();
    }

    /**
     * Reads a section's bytes and checks them against its checksum.
     *
     * @param section one of {@link #sections()}
     * @throws CorruptObjectException if the bytes are not those that were written
     * @throws IOException if the source fails
     * @throws RemoteWalStorageException if the source's store fails
     */
    public ByteBuffer read(SectionEntry section) throws IOException, RemoteWalStorageException {
        ByteBuffer bytes = read(source, section.position(), section.length());
        ObjectCodec.requireCrc("section of " + section.partition(), bytes, section.crc32c());
        return bytes;
    }

    private static ByteBuffer read(RangeSource source, long position, int length)
            throws IOException, RemoteWalStorageException {
        ByteBuffer bytes = source.read(position, length);
        if (bytes.remaining() != length) {
            throw new CorruptObjectException("range came back with another length: position=" + position + " length="
                    + length + " got=" + bytes.remaining());
        }
        return bytes;
    }
}
