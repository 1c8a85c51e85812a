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

package io.culvert.cli.inspect;

import io.culvert.core.format.ObjectHeader;
import io.culvert.core.format.ObjectId;
import io.culvert.core.format.ObjectKeys;
import io.culvert.core.format.ObjectKind;
import io.culvert.core.format.WalObject;
import io.culvert.core.format.WalObjectBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;

/** A store on disk with objects of one stream, as a broker would have written it. */
final class SampleStore {

    static final ObjectKeys KEYS = new ObjectKeys("culvert", "MkU3OEVBNTcwNTJENDM2Qg");
    static final TopicIdPartition ORDERS = new TopicIdPartition(Uuid.fromString("AAAAAAAAAAIAAAAAAAAAAw"), 0, "orders");
    static final TopicIdPartition PAYMENTS =
            new TopicIdPartition(Uuid.fromString("AAAAAAAAAAQAAAAAAAAABQ"), 7, "payments-eu");
    static final int EPOCH = 4;

    private final Path root;

    SampleStore(Path root) {
        this.root = root;
    }

    /** Writes an object and says in which file. */
    Path write(long sequence, Consumer<WalObjectBuilder> sections) {
        return write(ObjectKind.TAIL, sequence, sections);
    }

    Path write(ObjectKind kind, long sequence, Consumer<WalObjectBuilder> sections) {
        WalObjectBuilder builder = new WalObjectBuilder();
        sections.accept(builder);
        WalObject object =
                builder.seal(new ObjectHeader(kind, KEYS.clusterId(), new ObjectId(3, 42, sequence), sequence));
        Path file = file(sequence);
        try {
            Files.createDirectories(file.getParent());
            try (FileChannel channel =
                    FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                for (ByteBuffer buffer : object.content()) {
                    channel.write(buffer);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file;
    }

    Path file(long sequence) {
        return root.resolve(KEYS.key(new ObjectId(3, 42, sequence)));
    }

    /** Ten offsets of a partition in two batches, continuing a run that begins at offset 0. */
    static Consumer<WalObjectBuilder> tenOf(TopicIdPartition partition, long baseOffset) {
        return tenOf(partition, baseOffset, EPOCH, 0);
    }

    static Consumer<WalObjectBuilder> tenOf(TopicIdPartition partition, long baseOffset, int epoch, long uploadBase) {
        return builder -> builder.add(
                partition,
                epoch,
                baseOffset,
                baseOffset + 10,
                uploadBase,
                join(batch(baseOffset, 6), batch(baseOffset + 6, 4)));
    }

    /** A batch of leader epoch 2. */
    static ByteBuffer batch(long baseOffset, int count) {
        SimpleRecord[] records = IntStream.range(0, count)
                .mapToObj(i -> new SimpleRecord(
                        1_700_000_000_000L + i, ("value-" + (baseOffset + i)).getBytes(StandardCharsets.UTF_8)))
                .toArray(SimpleRecord[]::new);
        return MemoryRecords.withRecords(
                        RecordBatch.MAGIC_VALUE_V2,
                        baseOffset,
                        Compression.NONE,
                        TimestampType.CREATE_TIME,
                        RecordBatch.NO_PRODUCER_ID,
                        RecordBatch.NO_PRODUCER_EPOCH,
                        RecordBatch.NO_SEQUENCE,
                        2,
                        false,
                        records)
                .buffer();
    }

    static ByteBuffer join(ByteBuffer... parts) {
        int size = 0;
        for (ByteBuffer part : parts) {
            size += part.remaining();
        }
        ByteBuffer joined = ByteBuffer.allocate(size);
        for (ByteBuffer part : parts) {
            joined.put(part.duplicate());
        }
        return joined.flip();
    }

    static void flipByte(Path file, long position) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, position);
            one.put(0, (byte) ~one.get(0)).flip();
            channel.write(one, position);
        }
    }

    static void truncate(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }
}
