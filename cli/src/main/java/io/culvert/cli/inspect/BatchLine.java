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

import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;

/** A record batch in the words of {@code kafka-dump-log} (Kafka 4.4), so that what reads those reads these. */
final class BatchLine {

    private BatchLine() {}

    /**
     * Describes a batch.
     *
     * @param position its first byte in whatever is dumped
     */
    static String of(MutableRecordBatch batch, long position) {
        StringBuilder line = new StringBuilder();
        if (batch.magic() >= RecordBatch.MAGIC_VALUE_V2) {
            add(line, "baseOffset", batch.baseOffset());
            add(line, "lastOffset", batch.lastOffset());
            add(line, "count", batch.countOrNull());
            add(line, "baseSequence", batch.baseSequence());
            add(line, "lastSequence", batch.lastSequence());
            add(line, "producerId", batch.producerId());
            add(line, "producerEpoch", batch.producerEpoch());
            add(line, "partitionLeaderEpoch", batch.partitionLeaderEpoch());
            add(line, "isTransactional", batch.isTransactional());
            add(line, "isControl", batch.isControlBatch());
            add(line, "deleteHorizonMs", batch.deleteHorizonMs());
        } else {
            add(line, "offset", batch.lastOffset());
        }
        add(line, "position", position);
        add(line, batch.timestampType().toString(), batch.maxTimestamp());
        add(line, "size", batch.sizeInBytes());
        add(line, "magic", batch.magic());
        add(line, "compresscodec", batch.compressionType().name);
        add(line, "crc", batch.checksum());
        add(line, "isvalid", batch.isValid());
        return line.toString();
    }

    private static void add(StringBuilder line, String name, Object value) {
        line.append(line.isEmpty() ? "" : " ").append(name).append(": ").append(value);
    }
}
