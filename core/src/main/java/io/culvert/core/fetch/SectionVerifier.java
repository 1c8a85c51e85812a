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

import io.culvert.api.CorruptObjectException;
import io.culvert.core.format.SectionReference;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.LegacyRecord;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.Records;

/**
 * Proves that bytes from the store are the section that a reference names, before Kafka sees them (I3). Kafka checks the
 * CRC and the records of each batch again when it appends; what it does not survive is checked here: batches out of order
 * would make it give up the partition. Stateless.
 */
public final class SectionVerifier {

    private SectionVerifier() {}

    /**
     * Verifies a section.
     *
     * @param section exactly the section's bytes, from position to limit; not changed
     * @param reference what they should be
     * @param fetchOffset first offset wanted, below the section's end
     * @return the part of {@code section} that begins with the first batch whose last offset is at least
     *     {@code fetchOffset}, never empty; no bytes are copied
     * @throws CorruptObjectException if the bytes are anything else than what the reference says
     */
    public static ByteBuffer verify(ByteBuffer section, SectionReference reference, long fetchOffset)
            throws CorruptObjectException {
        if (section.remaining() != reference.length()) {
            throw corrupt("section has the wrong length: bytes=" + section.remaining(), reference);
        }
        CRC32C crc = new CRC32C();
        crc.update(section.duplicate());
        if ((int) crc.getValue() != reference.crc32c()) {
            throw corrupt("section has the wrong CRC-32C: computed=" + (int) crc.getValue(), reference);
        }
        try {
            return fromFetchOffset(section, reference, fetchOffset);
        } catch (RuntimeException e) {
            // Besides CorruptRecordException: a size near 2^31 overflows in Kafka's reader (4.4).
            throw corrupt("section holds a malformed batch: problem=" + e, reference);
        }
    }

    private static ByteBuffer fromFetchOffset(ByteBuffer section, SectionReference reference, long fetchOffset)
            throws CorruptObjectException {
        int walked = 0;
        int dropped = 0;
        long previousLast = -1;
        for (MutableRecordBatch batch :
                MemoryRecords.readableRecords(section.slice()).batches()) {
            long last = checkBatch(batch, reference, previousLast, fetchOffset);
            previousLast = last;
            walked += batch.sizeInBytes();
            if (last < fetchOffset) {
                dropped = walked;
            }
        }
        if (walked != reference.length()) {
            throw corrupt("section ends in a partial batch: wholeBatches=" + walked, reference);
        }
        if (previousLast != reference.endOffset() - 1) {
            throw corrupt("section ends elsewhere than its reference: lastOffset=" + previousLast, reference);
        }
        if (previousLast < fetchOffset) {
            throw corrupt("section ends before the fetch offset: fetchOffset=" + fetchOffset, reference);
        }
        return section.slice(section.position() + dropped, walked - dropped);
    }

    private static long checkBatch(
            MutableRecordBatch batch, SectionReference reference, long previousLast, long fetchOffset)
            throws CorruptObjectException {
        if (batch.sizeInBytes() < minimumSize(batch.magic())) {
            throw corrupt("batch is shorter than its header: size=" + batch.sizeInBytes(), reference);
        }
        long last = batch.lastOffset();
        // An old-format batch names only its last offset; its first would take decompression.
        long first = batch.magic() < RecordBatch.MAGIC_VALUE_V2 ? last : batch.baseOffset();
        if (first > last || first <= previousLast) {
            throw corrupt(
                    "batches are out of order: baseOffset=" + first + " lastOffset=" + last + " previousLastOffset="
                            + previousLast,
                    reference);
        }
        // The first batch may begin below the section, when a log starts inside a batch; but not if bytes before it
        // were handed out already.
        if (!reference.covers(last) || (first < reference.baseOffset() && fetchOffset < reference.baseOffset())) {
            throw corrupt("batch lies outside its section: baseOffset=" + first + " lastOffset=" + last, reference);
        }
        if (batch.partitionLeaderEpoch() > reference.leaderEpoch()) {
            throw corrupt("batch is newer than its section: batchEpoch=" + batch.partitionLeaderEpoch(), reference);
        }
        return last;
    }

    private static int minimumSize(byte magic) {
        return switch (magic) {
            case RecordBatch.MAGIC_VALUE_V0 -> Records.LOG_OVERHEAD + LegacyRecord.RECORD_OVERHEAD_V0;
            case RecordBatch.MAGIC_VALUE_V1 -> Records.LOG_OVERHEAD + LegacyRecord.RECORD_OVERHEAD_V1;
            default -> DefaultRecordBatch.RECORD_BATCH_OVERHEAD;
        };
    }

    private static CorruptObjectException corrupt(String message, SectionReference reference) {
        return new CorruptObjectException(message + " reference=" + reference);
    }
}
