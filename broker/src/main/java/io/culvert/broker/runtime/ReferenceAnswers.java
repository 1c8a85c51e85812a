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

import io.culvert.core.format.ReferenceBatch;
import io.culvert.core.format.References;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.storage.internals.log.FetchDataInfo;
import org.apache.kafka.storage.internals.log.LogOffsetMetadata;
import org.apache.kafka.storage.internals.log.LogReadInfo;

/**
 * Puts references in the place of records in a partition's answer.
 *
 * <p>The answer's offset carries no segment position: a fetch that is parked with one would be completed by
 * {@code DelayedFetch} of Kafka 4.3 and 4.4 at every append or segment roll, though no reference is ready.
 */
final class ReferenceAnswers {

    private ReferenceAnswers() {}

    static LogReadInfo answer(LogReadInfo read, long fetchOffset, int leaderEpoch, References references) {
        MemoryRecords records = references.isEmpty()
                ? MemoryRecords.EMPTY
                : MemoryRecords.readableRecords(ReferenceBatch.encode(fetchOffset, leaderEpoch, references));
        return new LogReadInfo(
                new FetchDataInfo(new LogOffsetMetadata(fetchOffset), records),
                read.divergingEpoch(),
                read.highWatermark(),
                read.logStartOffset(),
                read.logEndOffset(),
                read.lastStableOffset());
    }
}
