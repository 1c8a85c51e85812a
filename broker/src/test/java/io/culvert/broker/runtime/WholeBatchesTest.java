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

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;

final class WholeBatchesTest {

    private static final ByteBuffer BATCH = batch(0);

    @Test
    void keepsAllThatTheLogTakes() {
        assertThat(offsets(WholeBatches.upTo(batches(3), 3 * BATCH.remaining())))
                .containsExactly(0L, 1L, 2L);
    }

    @Test
    void leavesOutTheBatchThatWouldBeTooMuch() {
        assertThat(offsets(WholeBatches.upTo(batches(3), 3 * BATCH.remaining() - 1)))
                .containsExactly(0L, 1L);
    }

    @Test
    void keepsOneBatchHoweverLargeItIs() {
        assertThat(offsets(WholeBatches.upTo(batches(3), 1))).containsExactly(0L);
    }

    @Test
    void beginsAtTheBuffersPosition() {
        ByteBuffer bytes = batches(3);
        bytes.position(BATCH.remaining());

        assertThat(offsets(WholeBatches.upTo(bytes, BATCH.remaining()))).containsExactly(1L);
    }

    private static List<Long> offsets(MemoryRecords records) {
        List<Long> offsets = new ArrayList<>();
        for (RecordBatch batch : records.batches()) {
            batch.ensureValid();
            offsets.add(batch.baseOffset());
        }
        return offsets;
    }

    private static ByteBuffer batches(int count) {
        ByteBuffer all = ByteBuffer.allocate(count * BATCH.remaining());
        for (int offset = 0; offset < count; offset++) {
            all.put(batch(offset));
        }
        return all.flip();
    }

    private static ByteBuffer batch(long offset) {
        return MemoryRecords.withRecords(offset, Compression.NONE, new SimpleRecord(0L, null, new byte[100]))
                .buffer();
    }
}
