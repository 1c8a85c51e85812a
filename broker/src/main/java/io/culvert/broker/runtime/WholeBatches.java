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

package io.culvert.broker.runtime;

import java.nio.ByteBuffer;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;

/**
 * Limits records to what a log takes in one append.
 *
 * <p>A leader's answer holds bytes of one segment; sections may span several. {@code UnifiedLog} of Kafka 4.3 and 4.4
 * refuses an append that is larger than a segment, and the fetcher thread would then give the partition up.
 */
final class WholeBatches {

    private WholeBatches() {}

    /**
     * The leading batches that fit, at least one; what is left out is fetched again.
     *
     * @param bytes whole batches, from position to limit
     * @param maxBytes the most bytes that the log takes at once
     */
    static MemoryRecords upTo(ByteBuffer bytes, int maxBytes) {
        MemoryRecords all = MemoryRecords.readableRecords(bytes);
        if (bytes.remaining() <= maxBytes) {
            return all;
        }
        int size = 0;
        for (RecordBatch batch : all.batches()) {
            if (size > 0 && size + batch.sizeInBytes() > maxBytes) {
                break;
            }
            size += batch.sizeInBytes();
        }
        return MemoryRecords.readableRecords(bytes.slice(bytes.position(), size));
    }
}
