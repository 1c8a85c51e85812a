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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import kafka.cluster.Partition;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.replica.Replica;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.server.storage.log.FetchParams;
import org.apache.kafka.storage.internals.log.FetchDataInfo;
import org.apache.kafka.storage.internals.log.LogOffsetMetadata;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.jspecify.annotations.Nullable;

/**
 * A leader's log seen through {@code kafka.cluster.Partition} (Kafka 4.3 and 4.4).
 *
 * <p>Reads are leader-only fetches up to the log end at the bound leader epoch: the broker takes its own ISR read lock
 * and refuses them once the epoch or the leadership has changed. The bytes are copied after that lock is released, so
 * the view is checked once more before they are handed out.
 */
final class KafkaLeaderLog implements LeaderLog {

    private final TopicIdPartition id;
    private final Partition partition;
    private final UnifiedLog log;
    private final int leaderEpoch;
    private final Time time;
    /** Where the last read ended, so that the bytes behind it can be told from positions alone. */
    private volatile LogOffsetMetadata lastReadEnd = LogOffsetMetadata.UNKNOWN_OFFSET_METADATA;

    KafkaLeaderLog(TopicIdPartition id, Partition partition, UnifiedLog log, int leaderEpoch, Time time) {
        this.id = id;
        this.partition = partition;
        this.log = log;
        this.leaderEpoch = leaderEpoch;
        this.time = time;
    }

    @Override
    public TopicIdPartition partition() {
        return id;
    }

    @Override
    public int leaderEpoch() {
        return leaderEpoch;
    }

    @Override
    public boolean isCurrent() {
        return partition.getLeaderEpoch() == leaderEpoch && currentLog(partition) == log;
    }

    /** Says whether this view is bound to just these. */
    @SuppressWarnings("ReferenceEquality") // partitions are equal by name even when one was made anew
    boolean isViewOf(Partition otherPartition, UnifiedLog otherLog, int otherEpoch) {
        return partition == otherPartition && log == otherLog && leaderEpoch == otherEpoch;
    }

    /** The partition's log if this broker leads it, else null. */
    static @Nullable UnifiedLog currentLog(Partition partition) {
        scala.Option<UnifiedLog> log = partition.leaderLogIfLocal();
        return log.isDefined() ? log.get() : null;
    }

    @Override
    public long logStartOffset() {
        return firstOffset(log);
    }

    /**
     * The first offset that a log still has on this broker. Kafka moves the log start offset when records are deleted, and
     * the local one, which may be larger, only for topics with tiered storage (Kafka 4.3 and 4.4).
     */
    static long firstOffset(UnifiedLog log) {
        return Math.max(log.logStartOffset(), log.localLogStartOffset());
    }

    @Override
    public long highWatermark() {
        return log.highWatermark();
    }

    @Override
    public long logEndOffset() {
        return log.logEndOffset();
    }

    @Override
    public long bytesAfter(long offset) {
        LogOffsetMetadata end = log.logEndOffsetMetadata();
        if (offset >= end.messageOffset) {
            return 0;
        }
        LogOffsetMetadata from = lastReadEnd;
        if (from.messageOffset == offset && from.onSameSegment(end)) {
            return end.positionDiff(from);
        }
        if (offset <= end.segmentBaseOffset) {
            return end.relativePositionInSegment;
        }
        double share = (double) (end.messageOffset - offset) / (end.messageOffset - end.segmentBaseOffset);
        return Math.max(1, (long) (share * end.relativePositionInSegment));
    }

    @Override
    public long slowestReplicaEndOffset() {
        long slowest = Long.MAX_VALUE;
        scala.collection.Iterator<Replica> replicas = partition.remoteReplicas().iterator();
        while (replicas.hasNext()) {
            slowest = Math.min(slowest, replicas.next().stateSnapshot().logEndOffset());
        }
        return slowest;
    }

    @Override
    public List<Integer> followers() {
        List<Integer> followers = new ArrayList<>(2);
        scala.collection.Iterator<Replica> replicas = partition.remoteReplicas().iterator();
        while (replicas.hasNext()) {
            followers.add(replicas.next().brokerId());
        }
        Collections.sort(followers);
        return followers;
    }

    @Override
    public boolean isCompacted() {
        return log.config().compact;
    }

    /**
     * The base offset of the active segment, which the log cleaner never touches: an upper bound of what it may have
     * rewritten that needs no I/O, unlike its checkpoint files.
     */
    @Override
    public long cleanedEndOffset() {
        return log.logEndOffsetMetadata().segmentBaseOffset;
    }

    @Override
    public Optional<LogChunk> read(long offset, int maxBytes) {
        return readBatches(offset, maxBytes).map(BatchesRead::chunk);
    }

    @Override
    public Optional<KeptChunk> readToKeep(long offset, int maxBytes) {
        return readBatches(offset, maxBytes)
                .flatMap(read -> SegmentSource.of(log, read.data(), () -> currentLog(partition) == log)
                        .map(source -> new KeptChunk(read.chunk(), source)));
    }

    private record BatchesRead(FetchDataInfo data, LogChunk chunk) {}

    private Optional<BatchesRead> readBatches(long offset, int maxBytes) {
        try {
            FetchDataInfo data = fetch(offset, maxBytes);
            ByteBuffer bytes = copy(data.records);
            Optional<LogChunk> chunk = wholeBatches(offset, bytes);
            if (chunk.isEmpty() || !isCurrent()) {
                return Optional.empty();
            }
            rememberEnd(data.fetchOffsetMetadata, chunk.get());
            return Optional.of(new BatchesRead(data, chunk.get()));
        } catch (ApiException e) {
            // Not the leader any more, fenced, out of range or the log directory is offline: the broker has dealt with
            // it and said so; for the uploader there is simply nothing to read.
            return Optional.empty();
        }
    }

    private FetchDataInfo fetch(long offset, int maxBytes) {
        FetchParams params = new FetchParams(
                FetchRequest.ORDINARY_CONSUMER_ID, -1, 0, 1, maxBytes, FetchIsolation.LOG_END, Optional.empty());
        FetchRequest.PartitionData request = new FetchRequest.PartitionData(
                id.topicId(), offset, FetchRequest.INVALID_LOG_START_OFFSET, maxBytes, Optional.of(leaderEpoch));
        return partition
                .fetchRecords(params, request, time.milliseconds(), maxBytes, true, false)
                .fetchedData();
    }

    private static ByteBuffer copy(Records records) {
        ByteBuffer bytes = ByteBuffer.allocate(records.sizeInBytes());
        if (records instanceof FileRecords file) {
            try {
                file.readInto(bytes, 0);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read the leader's log: file=" + file.file(), e);
            }
        } else if (records instanceof MemoryRecords memory) {
            bytes.put(memory.buffer()).flip();
        } else {
            throw new IllegalStateException("log read returned records of an unknown kind: class="
                    + records.getClass().getName());
        }
        return bytes;
    }

    private static Optional<LogChunk> wholeBatches(long offset, ByteBuffer bytes) {
        int size = 0;
        long endOffset = offset;
        for (RecordBatch batch : MemoryRecords.readableRecords(bytes).batches()) {
            size += batch.sizeInBytes();
            endOffset = batch.nextOffset();
        }
        if (size == 0) {
            return Optional.empty();
        }
        return Optional.of(new LogChunk(offset, endOffset, bytes.limit(bytes.position() + size)));
    }

    private void rememberEnd(LogOffsetMetadata start, LogChunk chunk) {
        if (!start.messageOffsetOnly()) {
            lastReadEnd = new LogOffsetMetadata(
                    chunk.endOffset(),
                    start.segmentBaseOffset,
                    start.relativePositionInSegment + chunk.bytes().remaining());
        }
    }
}
