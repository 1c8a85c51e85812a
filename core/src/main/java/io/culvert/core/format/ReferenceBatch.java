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
import java.util.ArrayList;
import java.util.List;

/**
 * What a hooked leader puts in the {@code records} field of a fetch answer in place of record batches: where the wanted
 * bytes lie in the store. Numbers are big-endian; {@code v} is an unsigned LEB128 number of at most nine bytes.
 *
 * <pre>
 * batch     = baseOffset:8  length:4  leaderEpoch:4  magic:1 0x7F  version:1
 *             count:v  lead:v  waitedMs:v  reference*count
 *             crc:4                 CRC-32C of all bytes before it
 * reference = storeIndex:1  brokerId:v  brokerEpoch:v  sequence:v
 *             position:v  length:v  crc:4
 *             leaderEpoch:v  span:v
 * </pre>
 *
 * <p>The first five fields lie where a record batch has them; no Kafka parser accepts the magic. {@code baseOffset} is the
 * fetch offset, {@code length} counts the bytes behind itself, {@code leaderEpoch} is that of the fetch, {@code waitedMs} is
 * {@link References#waitedMs()}. The first section begins {@code lead} offsets before the fetch offset, every other one where
 * the one before it ends, and each covers {@code span} offsets: references that leave a gap, or name a key outside the
 * cluster's prefix, cannot be written down.
 */
public final class ReferenceBatch {

    static final byte MAGIC = 0x7F;
    static final byte VERSION = 1;

    private static final int LENGTH_POSITION = 8;
    private static final int LEADER_EPOCH_POSITION = 12;
    private static final int MAGIC_POSITION = 16;
    private static final int FIXED_BYTES = 18;
    private static final int CRC_BYTES = 4;
    private static final int MIN_REFERENCE_BYTES = 12;
    private static final int MAX_REFERENCE_BYTES = 1 + 4 + 7 * Varint.MAX_BYTES;

    private ReferenceBatch() {}

    /** Says whether a partition's answer is a reference batch, of whatever version; the buffer is left as it was. */
    public static boolean isReferenceBatch(ByteBuffer records) {
        return records.remaining() > MAGIC_POSITION && records.get(records.position() + MAGIC_POSITION) == MAGIC;
    }

    /**
     * Writes references down.
     *
     * @param fetchOffset the fetch offset that they answer, covered by the first
     * @param leaderEpoch the fetch's leader epoch
     * @param references with at least one section, each beginning where the one before it ends, with leader epochs that
     *     never fall and never pass {@code leaderEpoch}
     * @throws IllegalArgumentException if they are not so
     */
    public static ByteBuffer encode(long fetchOffset, int leaderEpoch, References references) {
        List<SectionReference> sections = references.sections();
        requireWellOrdered(fetchOffset, leaderEpoch, sections);
        int maxBytes = FIXED_BYTES + 3 * Varint.MAX_BYTES + sections.size() * MAX_REFERENCE_BYTES + CRC_BYTES;
        ByteBuffer bytes = ByteBuffer.allocate(maxBytes);
        bytes.putLong(fetchOffset).putInt(0).putInt(leaderEpoch).put(MAGIC).put(VERSION);
        Varint.put(bytes, sections.size());
        Varint.put(bytes, fetchOffset - sections.get(0).baseOffset());
        Varint.put(bytes, references.waitedMs());
        for (SectionReference reference : sections) {
            bytes.put((byte) reference.storeIndex());
            Varint.put(bytes, reference.object().brokerId());
            Varint.put(bytes, reference.object().brokerEpoch());
            Varint.put(bytes, reference.object().sequence());
            Varint.put(bytes, reference.position());
            Varint.put(bytes, reference.length());
            bytes.putInt(reference.crc32c());
            Varint.put(bytes, reference.leaderEpoch());
            Varint.put(bytes, reference.endOffset() - reference.baseOffset());
        }
        bytes.putInt(LENGTH_POSITION, bytes.position() + CRC_BYTES - LEADER_EPOCH_POSITION);
        bytes.putInt(Crc32c.of(bytes.duplicate().flip()));
        return bytes.flip();
    }

    /**
     * Reads references; the buffer is left as it was.
     *
     * @param records a partition's answer that {@link #isReferenceBatch is a reference batch}
     * @return at least one section, the first covering the batch's fetch offset, each other one beginning where the one
     *     before it ends
     * @throws CorruptObjectException if the batch is damaged, or of a version that this release does not know
     */
    public static References decode(ByteBuffer records) throws CorruptObjectException {
        ByteBuffer bytes = records.slice();
        try {
            requireIntact(bytes);
            long fetchOffset = bytes.getLong(0);
            int leaderEpoch = bytes.getInt(LEADER_EPOCH_POSITION);
            bytes.position(FIXED_BYTES).limit(bytes.capacity() - CRC_BYTES);
            long count = Varint.get(bytes);
            long baseOffset = fetchOffset - Varint.get(bytes);
            long waitedMs = Varint.get(bytes);
            if (count < 1 || count > bytes.remaining() / MIN_REFERENCE_BYTES) {
                throw new CorruptObjectException(
                        "impossible number of references: count=" + count + " bytes=" + bytes.remaining());
            }
            List<SectionReference> sections = new ArrayList<>((int) count);
            for (long i = 0; i < count; i++) {
                SectionReference reference = decodeReference(bytes, baseOffset);
                sections.add(reference);
                baseOffset = reference.endOffset();
            }
            if (bytes.hasRemaining()) {
                throw new CorruptObjectException(
                        "reference batch is longer than its references: excess=" + bytes.remaining());
            }
            requireWellOrdered(fetchOffset, leaderEpoch, sections);
            return new References(waitedMs, sections);
        } catch (BufferUnderflowException e) {
            throw new CorruptObjectException("reference batch ends inside a reference", e);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new CorruptObjectException("reference batch is not well formed: " + e.getMessage(), e);
        }
    }

    private static void requireIntact(ByteBuffer bytes) throws CorruptObjectException {
        if (!isReferenceBatch(bytes) || bytes.remaining() < FIXED_BYTES + CRC_BYTES) {
            throw new CorruptObjectException("not a reference batch: bytes=" + bytes.remaining());
        }
        int version = Byte.toUnsignedInt(bytes.get(MAGIC_POSITION + 1));
        if (version != VERSION) {
            throw new CorruptObjectException("reference batch has a version unknown to this release: version=" + version
                    + " supportedVersion=" + VERSION);
        }
        int length = bytes.getInt(LENGTH_POSITION);
        if (length != bytes.remaining() - LEADER_EPOCH_POSITION) {
            throw new CorruptObjectException("reference batch has another length than it says: length=" + length
                    + " got=" + (bytes.remaining() - LEADER_EPOCH_POSITION));
        }
        int crcPosition = bytes.remaining() - CRC_BYTES;
        ObjectCodec.requireCrc("reference batch", bytes.slice(0, crcPosition), bytes.getInt(crcPosition));
    }

    private static SectionReference decodeReference(ByteBuffer bytes, long baseOffset) {
        int storeIndex = Byte.toUnsignedInt(bytes.get());
        ObjectId object = new ObjectId(Math.toIntExact(Varint.get(bytes)), Varint.get(bytes), Varint.get(bytes));
        long position = Varint.get(bytes);
        int length = Math.toIntExact(Varint.get(bytes));
        int crc32c = bytes.getInt();
        int leaderEpoch = Math.toIntExact(Varint.get(bytes));
        long endOffset = Math.addExact(baseOffset, Varint.get(bytes));
        return new SectionReference(storeIndex, object, position, length, crc32c, leaderEpoch, baseOffset, endOffset);
    }

    private static void requireWellOrdered(long fetchOffset, int leaderEpoch, List<SectionReference> references) {
        if (references.isEmpty() || !references.get(0).covers(fetchOffset)) {
            throw new IllegalArgumentException("the first reference must cover the fetch offset: fetchOffset="
                    + fetchOffset + " references=" + references.size());
        }
        long expectedOffset = references.get(0).baseOffset();
        int epoch = 0;
        for (SectionReference reference : references) {
            if (reference.baseOffset() != expectedOffset) {
                throw new IllegalArgumentException("references leave a gap or overlap: baseOffset="
                        + reference.baseOffset() + " expectedOffset=" + expectedOffset);
            }
            if (reference.leaderEpoch() < epoch || reference.leaderEpoch() > leaderEpoch) {
                throw new IllegalArgumentException("leader epochs of references fall or pass that of the fetch: epoch="
                        + reference.leaderEpoch() + " previousEpoch=" + epoch + " fetchEpoch=" + leaderEpoch);
            }
            expectedOffset = reference.endOffset();
            epoch = reference.leaderEpoch();
        }
    }
}
