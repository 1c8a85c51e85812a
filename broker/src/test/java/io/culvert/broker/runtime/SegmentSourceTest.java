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

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.storage.internals.log.FetchDataInfo;
import org.apache.kafka.storage.internals.log.LogOffsetMetadata;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.LogStartOffsetIncrementReason;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real log of Kafka: three segments of ten records each. */
final class SegmentSourceTest {

    private static final int RECORDS_IN_SEGMENT = 10;

    private LocalKafkaLog local;
    private UnifiedLog log;
    private boolean logIsCurrent = true;

    @TempDir
    Path folder;

    @BeforeEach
    void fillLog() throws IOException {
        local = new LocalKafkaLog(folder);
        log = local.log();
        for (int segment = 0; segment < 3; segment++) {
            local.fillSegment(RECORDS_IN_SEGMENT);
        }
    }

    @AfterEach
    void close() throws InterruptedException {
        local.close();
    }

    private FetchDataInfo read(long offset) throws IOException {
        return log.read(offset, 200, FetchIsolation.LOG_END, true);
    }

    private Optional<SegmentSource> source(FetchDataInfo read) {
        return SegmentSource.of(log, read, () -> logIsCurrent);
    }

    private SegmentSource source(long offset) throws IOException {
        return source(read(offset)).orElseThrow();
    }

    /** What the log cleaner does once it has written the segment anew. */
    private void rewriteSegment(long baseOffset) throws IOException {
        LogSegment old = log.logSegments(baseOffset, baseOffset + 1).get(0);
        LogSegment cleaned = UnifiedLog.createNewCleanedSegment(log.dir(), local.config(), baseOffset);
        cleaned.appendFromFile(old.log(), 0);
        log.replaceSegments(List.of(cleaned), List.of(old));
    }

    @Test
    void theLogStillHasWhatNothingHasTouched() throws IOException {
        SegmentSource source = source(12);

        assertThat(source.stillHas(12)).isTrue();
        assertThat(source.stillHas(13)).isTrue();
    }

    @Test
    void theLogDoesNotHaveWhatTheCleanerHasRewritten() throws IOException {
        SegmentSource rewritten = source(12);
        SegmentSource other = source(22);

        rewriteSegment(10);

        assertThat(rewritten.stillHas(12)).isFalse();
        assertThat(other.stillHas(22)).isTrue();
        assertThat(source(12).stillHas(12)).isTrue();
    }

    @Test
    void whatWasReadBeforeTheSwapHasNoSourceAfterIt() throws IOException {
        FetchDataInfo read = read(12);

        rewriteSegment(10);

        assertThat(source(read)).isEmpty();
    }

    @Test
    void theLogDoesNotHaveDeletedRecords() throws IOException {
        SegmentSource source = source(12);

        log.maybeIncrementLogStartOffset(13, LogStartOffsetIncrementReason.ClientRecordDeletion);

        assertThat(source.stillHas(12)).isFalse();
        assertThat(source.stillHas(13)).isTrue();
    }

    @Test
    void theLogDoesNotHaveSegmentsThatRetentionHasDeleted() throws IOException {
        SegmentSource source = source(2);
        SegmentSource kept = source(22);
        log.maybeIncrementLogStartOffset(20, LogStartOffsetIncrementReason.SegmentDeletion);

        assertThat(log.deleteOldSegments()).isPositive();

        assertThat(source.stillHas(2)).isFalse();
        assertThat(source.stillHas(25)).as("whatever the offset").isFalse();
        assertThat(kept.stillHas(22)).isTrue();
    }

    @Test
    void aLogThatIsNotTheLeadersAnyMoreHasNothing() throws IOException {
        SegmentSource source = source(12);

        logIsCurrent = false;

        assertThat(source.stillHas(12)).isFalse();
    }

    @Test
    void recordsThatAreNotInAFileHaveNoSource() {
        assertThat(source(new FetchDataInfo(new LogOffsetMetadata(12, 10, 0), LocalKafkaLog.record("value"))))
                .isEmpty();
    }
}
