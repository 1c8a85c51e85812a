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

import io.culvert.core.log.LeaderLog;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.storage.internals.log.FetchDataInfo;
import org.apache.kafka.storage.internals.log.LogFileUtils;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/**
 * The segment file from which bytes of a log were read.
 *
 * <p>The log cleaner never changes a segment: it writes a new one and swaps it in. {@code LocalLog.replaceSegments} and
 * {@code LocalLog.deleteSegmentFiles} (Kafka 4.3 and 4.4) rename the files of a segment that leaves the log at once,
 * while they are deleted later: its name tells whether it is still there, without the lock that appends hold.
 */
final class SegmentSource implements LeaderLog.Source {

    private final UnifiedLog log;
    private final FileRecords file;
    private final BooleanSupplier logIsCurrent;

    private SegmentSource(UnifiedLog log, FileRecords file, BooleanSupplier logIsCurrent) {
        this.log = log;
        this.file = file;
        this.logIsCurrent = logIsCurrent;
    }

    /**
     * Where a read took its records. Takes the log's lock.
     *
     * @param read what the log returned
     * @param logIsCurrent says whether the log is still the partition's, and led by this broker
     * @return empty if the segment has left the log since, or the records are not from a file
     */
    static Optional<SegmentSource> of(UnifiedLog log, FetchDataInfo read, BooleanSupplier logIsCurrent) {
        if (!(read.records instanceof FileRecords slice)) {
            return Optional.empty();
        }
        long baseOffset = read.fetchOffsetMetadata.segmentBaseOffset;
        for (LogSegment segment : log.logSegments(baseOffset, baseOffset + 1)) {
            // A segment that was swapped in meanwhile has the same base offset and another channel.
            if (segment.log().channel() == slice.channel()) {
                return Optional.of(new SegmentSource(log, segment.log(), logIsCurrent));
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean stillHas(long offset) {
        return offset >= KafkaLeaderLog.firstOffset(log)
                && !file.file().getName().endsWith(LogFileUtils.DELETED_FILE_SUFFIX)
                && logIsCurrent.getAsBoolean();
    }
}
