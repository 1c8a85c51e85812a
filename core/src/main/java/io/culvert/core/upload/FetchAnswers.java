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

package io.culvert.core.upload;

import io.culvert.core.config.CatchupSource;
import io.culvert.core.format.References;
import io.culvert.core.format.SectionReference;
import io.culvert.core.time.Ticker;
import io.culvert.core.upload.LeaderSide.FetchAnswer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicIdPartition;

/**
 * Answers fetches from what the uploader shows. Runs on request threads: it reads snapshots and at most leaves the uploader
 * a question. Records are a right answer at any time, so whatever is in doubt or late goes over the wire, also when the
 * uploader is wedged.
 */
final class FetchAnswers {

    private final PartitionTable table;
    private final WireSwitch wire;
    private final Supplier<UploadSettings> settings;
    private final UploadObserver observer;
    private final Ticker ticker;

    FetchAnswers(
            PartitionTable table,
            WireSwitch wire,
            Supplier<UploadSettings> settings,
            UploadObserver observer,
            Ticker ticker) {
        this.table = table;
        this.wire = wire;
        this.settings = settings;
        this.observer = observer;
        this.ticker = ticker;
    }

    /** See {@link LeaderSide#appended}. */
    void appended(TopicIdPartition id) {
        LeaderPartition partition = table.findOrAdd(id);
        if (!partition.isDirty() && partition.markDirty(ticker.nanos())) {
            table.signal(partition);
        }
    }

    /** See {@link LeaderSide#answer}. */
    FetchAnswer answer(TopicIdPartition id, int leaderEpoch, long fetchOffset, Follower follower) {
        UploadSettings now = settings.get();
        WireReason reason = wire.reason();
        if (reason != null || now.paused()) {
            return records(reason != null ? reason : WireReason.PAUSED);
        }
        LeaderPartition partition = table.findOrAdd(id);
        PartitionView view = partition.view();
        if (view.state() == PartitionView.State.WIRE) {
            return records(WireReason.LAG);
        }
        long nowNanos = ticker.nanos();
        if (partition.isOverdue(nowNanos, now.uploadNanos())) {
            ask(partition, nowNanos);
            return records(WireReason.LAG);
        }
        if (!view.serves(leaderEpoch, wire.generation())) {
            ask(partition, nowNanos);
            return FetchAnswer.WAIT;
        }
        if (fetchOffset >= view.index().endOffset()) {
            return FetchAnswer.WAIT;
        }
        if (!view.index().covers(fetchOffset)) {
            return belowIndex(partition, view, fetchOffset, follower, nowNanos, now);
        }
        // The follower asks so late, after a slow read, that there is no time left for another one.
        long age = nowNanos - view.index().appendedNanos(fetchOffset);
        return age > now.uploadNanos() && isAwaited(follower, age, now)
                ? records(WireReason.LAG)
                : FetchAnswer.REFERENCES;
    }

    /** Whether a producer may be waiting for a follower to get a record of that age, and the store is what delays it. */
    private static boolean isAwaited(Follower follower, long ageNanos, UploadSettings now) {
        return follower.inSync() && ageNanos <= now.behindNanos();
    }

    private FetchAnswer belowIndex(
            LeaderPartition partition,
            PartitionView view,
            long fetchOffset,
            Follower follower,
            long nowNanos,
            UploadSettings now) {
        if (now.catchupSource() == CatchupSource.LEADER) {
            return records(WireReason.CATCH_UP);
        }
        FetchAnswer answer = partition
                .ensureLaggards()
                .answer(
                        follower.id(),
                        fetchOffset,
                        view.shelf().covering(fetchOffset).isPresent(),
                        nowNanos,
                        now,
                        () -> ask(partition, nowNanos));
        return answer == FetchAnswer.RECORDS ? records(WireReason.CATCH_UP) : answer;
    }

    private FetchAnswer records(WireReason reason) {
        observer.recordsAnswered(reason);
        return FetchAnswer.RECORDS;
    }

    private void ask(LeaderPartition partition, long nowNanos) {
        if (partition.ask(nowNanos)) {
            table.signal(partition);
        }
    }

    /** See {@link LeaderSide#references}. */
    References references(TopicIdPartition id, int leaderEpoch, long fetchOffset, Follower follower, int maxBytes) {
        LeaderPartition partition = table.find(id);
        if (partition == null) {
            return References.NONE;
        }
        PartitionView view = partition.view();
        if (!view.serves(leaderEpoch, wire.generation())) {
            return References.NONE;
        }
        boolean isIndexed = view.index().covers(fetchOffset);
        List<SectionReference> sections = isIndexed
                ? view.index().from(fetchOffset, maxBytes)
                : view.shelf().from(fetchOffset, maxBytes);
        if (sections.isEmpty()) {
            return References.NONE;
        }
        long bytes = 0;
        for (SectionReference section : sections) {
            bytes += section.length();
        }
        observer.referencesServed(sections.size(), bytes);
        long nowNanos = ticker.nanos();
        long waitedNanos = isIndexed
                ? nowNanos - view.index().appendedNanos(fetchOffset)
                : partition.ensureLaggards().waitedNanos(follower.id(), fetchOffset, nowNanos);
        boolean counts = waitedNanos > 0 && isAwaited(follower, waitedNanos, settings.get());
        return new References(counts ? TimeUnit.NANOSECONDS.toMillis(waitedNanos) : 0, sections);
    }

    /** See {@link LeaderSide#isrEndOffset}. */
    long isrEndOffset(TopicIdPartition id, long logEndOffset, long highWatermark) {
        LeaderPartition partition = table.find(id);
        if (partition == null) {
            return logEndOffset;
        }
        PartitionView view = partition.view();
        boolean isValid = view.state() == PartitionView.State.OBJECT && view.generation() == wire.generation();
        long uploadedEnd = isValid ? view.index().endOffset() : 0;
        long whileAgo = partition.logEnds().endOffsetAgo(settings.get().fallbackNanos(), logEndOffset, ticker.nanos());
        return Math.min(logEndOffset, Math.max(Math.max(uploadedEnd, highWatermark), whileAgo));
    }
}
