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
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;

/**
 * The bytes of a WAL object around its sections. Numbers are big-endian, checksums are CRC-32C.
 *
 * <pre>
 * object  = header section+ index footer
 *
 * header  = magic:8 "CULVERT&lt;"  version:1  kind:1  flags:2
 *           brokerId:4  brokerEpoch:8  sequence:8  resolvedPrefix:8
 *           clusterIdLength:1  clusterId:clusterIdLength
 *           crc:4                         of all header bytes before it
 * section = bytes of the leader's log, whole record batches
 * index   = count:4  entry*count
 * entry   = topicId:16  partition:4  leaderEpoch:4
 *           baseOffset:8  endOffset:8  epochUploadBase:8
 *           position:8  length:4  crc:4   of the section's bytes
 *           topicLength:1  topic:topicLength
 * footer  = indexPosition:8  indexLength:4  indexCrc:4
 *           version:4
 *           crc:4                         of all footer bytes before it
 *           magic:8 "&gt;CULVERT"
 * </pre>
 *
 * <p>The magics, the place of the header's version and the footer's size are the same in every version. Sections fill the
 * object from the header to the index in the order of the index, so every byte is under some checksum. Version 1 defines
 * no flag; a flag that a reader does not know makes the object unreadable to it, as a newer version does.
 */
final class ObjectCodec {

    static final byte VERSION = 1;
    static final int CRC_BYTES = 4;
    static final int FOOTER_BYTES = 32;
    static final int MAX_HEADER_BYTES = 41 + 255 + CRC_BYTES;

    private static final long HEADER_MAGIC = magic("CULVERT<");
    private static final long FOOTER_MAGIC = magic(">CULVERT");
    private static final int VERSION_POSITION = 8;
    private static final int FIXED_HEADER_BYTES = 41;
    private static final int COUNT_BYTES = 4;
    private static final int FIXED_ENTRY_BYTES = 65;
    private static final int FOOTER_CRC_POSITION = 20;
    private static final int FOOTER_MAGIC_POSITION = 24;

    private ObjectCodec() {}

    static ByteBuffer encodeHeader(ObjectHeader header) {
        byte[] clusterId = header.clusterId().getBytes(StandardCharsets.US_ASCII);
        ByteBuffer bytes = ByteBuffer.allocate(FIXED_HEADER_BYTES + clusterId.length + CRC_BYTES);
        bytes.putLong(HEADER_MAGIC).put(VERSION).put(header.kind().code()).putShort((short) 0);
        bytes.putInt(header.object().brokerId());
        bytes.putLong(header.object().brokerEpoch());
        bytes.putLong(header.object().sequence());
        bytes.putLong(header.resolvedPrefix());
        bytes.put((byte) clusterId.length).put(clusterId);
        bytes.putInt(crcBefore(bytes));
        return bytes.flip();
    }

    /**
     * Reads the header at the start of an object and leaves the buffer's position behind it.
     *
     * @param bytes the first {@link #MAX_HEADER_BYTES} bytes of the object, or all of a shorter one
     */
    static ObjectHeader decodeHeader(ByteBuffer bytes) throws CorruptObjectException {
        int start = bytes.position();
        try {
            requireMagicAndVersion(bytes);
            byte kind = bytes.get();
            int flags = Short.toUnsignedInt(bytes.getShort());
            if (flags != 0) {
                throw new CorruptObjectException("object uses features unknown to this release: flags=0x"
                        + Integer.toHexString(flags) + " supportedFlags=0x0");
            }
            ObjectId object = new ObjectId(bytes.getInt(), bytes.getLong(), bytes.getLong());
            long resolvedPrefix = bytes.getLong();
            String clusterId = readText(bytes);
            requireCrc("header", bytes.slice(start, bytes.position() - start), bytes.getInt());
            return new ObjectHeader(ObjectKind.of(kind), clusterId, object, resolvedPrefix);
        } catch (BufferUnderflowException e) {
            throw new CorruptObjectException("object ends inside its header", e);
        } catch (IllegalArgumentException e) {
            throw new CorruptObjectException("object header is not well formed: " + e.getMessage(), e);
        }
    }

    private static void requireMagicAndVersion(ByteBuffer bytes) throws CorruptObjectException {
        if (bytes.remaining() < VERSION_POSITION || bytes.getLong() != HEADER_MAGIC) {
            throw new CorruptObjectException("not a WAL object: it does not begin with CULVERT<");
        }
        int version = Byte.toUnsignedInt(bytes.get());
        if (version != VERSION) {
            throw new CorruptObjectException("object has a version unknown to this release: version=" + version
                    + " supportedVersion=" + VERSION);
        }
    }

    static ByteBuffer encodeIndex(List<SectionEntry> sections) {
        int topicBytes = sections.stream()
                .mapToInt(section -> section.partition().topic().length())
                .sum();
        ByteBuffer bytes = ByteBuffer.allocate(COUNT_BYTES + sections.size() * FIXED_ENTRY_BYTES + topicBytes);
        bytes.putInt(sections.size());
        for (SectionEntry section : sections) {
            Uuid topicId = section.partition().topicId();
            bytes.putLong(topicId.getMostSignificantBits());
            bytes.putLong(topicId.getLeastSignificantBits());
            bytes.putInt(section.partition().partition());
            bytes.putInt(section.leaderEpoch());
            bytes.putLong(section.baseOffset());
            bytes.putLong(section.endOffset());
            bytes.putLong(section.epochUploadBase());
            bytes.putLong(section.position());
            bytes.putInt(section.length());
            bytes.putInt(section.crc32c());
            byte[] topic = section.partition().topic().getBytes(StandardCharsets.US_ASCII);
            bytes.put((byte) topic.length).put(topic);
        }
        return bytes.flip();
    }

    static List<SectionEntry> decodeIndex(ByteBuffer bytes) throws CorruptObjectException {
        try {
            int count = bytes.getInt();
            if (count < 1 || count > bytes.remaining() / FIXED_ENTRY_BYTES) {
                throw new CorruptObjectException("impossible number of sections in the index: count=" + count
                        + " indexLength=" + (COUNT_BYTES + bytes.remaining()));
            }
            List<SectionEntry> sections = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                sections.add(decodeEntry(bytes));
            }
            if (bytes.hasRemaining()) {
                throw new CorruptObjectException("index is longer than its entries: excess=" + bytes.remaining());
            }
            return sections;
        } catch (BufferUnderflowException e) {
            throw new CorruptObjectException("index ends inside an entry", e);
        } catch (IllegalArgumentException e) {
            throw new CorruptObjectException("index is not well formed: " + e.getMessage(), e);
        }
    }

    private static SectionEntry decodeEntry(ByteBuffer bytes) {
        Uuid topicId = new Uuid(bytes.getLong(), bytes.getLong());
        int partition = bytes.getInt();
        int leaderEpoch = bytes.getInt();
        long baseOffset = bytes.getLong();
        long endOffset = bytes.getLong();
        long epochUploadBase = bytes.getLong();
        long position = bytes.getLong();
        int length = bytes.getInt();
        int crc32c = bytes.getInt();
        String topic = readText(bytes);
        return new SectionEntry(
                new TopicIdPartition(topicId, partition, topic),
                leaderEpoch,
                baseOffset,
                endOffset,
                epochUploadBase,
                position,
                length,
                crc32c);
    }

    static ByteBuffer encodeFooter(Footer footer) {
        ByteBuffer bytes = ByteBuffer.allocate(FOOTER_BYTES);
        bytes.putLong(footer.indexPosition());
        bytes.putInt(footer.indexLength());
        bytes.putInt(footer.indexCrc32c());
        bytes.putInt(VERSION);
        bytes.putInt(crcBefore(bytes));
        bytes.putLong(FOOTER_MAGIC);
        return bytes.flip();
    }

    /** Reads the last {@link #FOOTER_BYTES} bytes of an object. */
    static Footer decodeFooter(ByteBuffer bytes) throws CorruptObjectException {
        int start = bytes.position();
        if (bytes.remaining() != FOOTER_BYTES || bytes.getLong(start + FOOTER_MAGIC_POSITION) != FOOTER_MAGIC) {
            throw new CorruptObjectException("object is truncated: it does not end with >CULVERT");
        }
        requireCrc("footer", bytes.slice(start, FOOTER_CRC_POSITION), bytes.getInt(start + FOOTER_CRC_POSITION));
        Footer footer = new Footer(bytes.getLong(), bytes.getInt(), bytes.getInt());
        int version = bytes.getInt();
        if (version != VERSION) {
            throw new CorruptObjectException(
                    "footer and header are of different versions: footer=" + version + " header=" + VERSION);
        }
        return footer;
    }

    /** Fails unless {@code bytes} have the checksum {@code expected}. */
    static void requireCrc(String what, ByteBuffer bytes, int expected) throws CorruptObjectException {
        int actual = Crc32c.of(bytes);
        if (actual != expected) {
            throw new CorruptObjectException(what + " fails its checksum: expected=0x" + Integer.toHexString(expected)
                    + " actual=0x" + Integer.toHexString(actual));
        }
    }

    private static int crcBefore(ByteBuffer bytes) {
        return Crc32c.of(bytes.duplicate().flip());
    }

    private static String readText(ByteBuffer bytes) {
        byte[] text = new byte[Byte.toUnsignedInt(bytes.get())];
        bytes.get(text);
        return new String(text, StandardCharsets.US_ASCII);
    }

    private static long magic(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)).getLong();
    }

    /** Where the index lies. */
    record Footer(long indexPosition, int indexLength, int indexCrc32c) {}
}
