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

import io.culvert.core.format.ObjectId;
import io.culvert.core.format.SectionReference;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;

/** Record batches, sections, objects and partitions to test with. */
final class SampleLogs {

    static final int EPOCH = 7;

    private static final Uuid TOPIC_ID = new Uuid(11, 12);

    private SampleLogs() {}

    static TopicIdPartition partition(int number) {
        return new TopicIdPartition(TOPIC_ID, number, "orders");
    }

    static ObjectId object(long sequence) {
        return new ObjectId(3, 40, sequence);
    }

    /** A batch of {@code count} records from {@code baseOffset} on, of about {@code bytes} bytes. */
    static byte[] batch(long baseOffset, int count, int bytes) {
        SimpleRecord[] records = new SimpleRecord[count];
        for (int i = 0; i < count; i++) {
            byte[] value = new byte[Math.max(1, bytes / count - 20)];
            value[0] = (byte) (baseOffset + i);
            records[i] = new SimpleRecord(1_000L + i, value);
        }
        return bytes(MemoryRecords.withRecords(
                RecordBatch.MAGIC_VALUE_V2,
                baseOffset,
                Compression.NONE,
                TimestampType.CREATE_TIME,
                RecordBatch.NO_PRODUCER_ID,
                RecordBatch.NO_PRODUCER_EPOCH,
                RecordBatch.NO_SEQUENCE,
                EPOCH,
                false,
                records));
    }

    static byte[] bytes(MemoryRecords records) {
        byte[] bytes = new byte[records.sizeInBytes()];
        records.buffer().duplicate().get(bytes);
        return bytes;
    }

    static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }

    static SectionReference reference(ObjectId object, long position, byte[] section, long baseOffset, long endOffset) {
        return new SectionReference(0, object, position, section.length, crc(section), EPOCH, baseOffset, endOffset);
    }

    static PartitionReferences wanted(int partition, SectionReference... references) {
        return new PartitionReferences(partition(partition), references[0].baseOffset(), 0, List.of(references));
    }

    static PartitionReferences waiting(int partition, long waitedMs, SectionReference reference) {
        return new PartitionReferences(
                partition(partition),
                reference.baseOffset(),
                TimeUnit.MILLISECONDS.toNanos(waitedMs),
                List.of(reference));
    }

    /** Lays sections one behind the other in an object and keeps their references. */
    static final class ObjectBuilder {
        private final ObjectId id;
        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private final List<SectionReference> references = new ArrayList<>();

        ObjectBuilder(long sequence) {
            id = object(sequence);
            content.writeBytes(new byte[64]);
        }

        ObjectBuilder gap(int bytes) {
            content.writeBytes(new byte[bytes]);
            return this;
        }

        SectionReference section(long baseOffset, long endOffset, byte[] bytes) {
            SectionReference reference = reference(id, content.size(), bytes, baseOffset, endOffset);
            content.writeBytes(bytes);
            references.add(reference);
            return reference;
        }

        /** A section of one batch of ten records. */
        SectionReference section(long baseOffset, int bytes) {
            return section(baseOffset, baseOffset + 10, batch(baseOffset, 10, bytes));
        }

        void storeIn(SimulatedStore store) {
            store.put(id, content.toByteArray());
        }
    }
}
