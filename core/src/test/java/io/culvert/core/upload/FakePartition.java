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

import io.culvert.core.log.LeaderLog;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicIdPartition;

/** A partition on its leader, in memory: batches of bytes, and whatever a test sets. */
public final class FakePartition {

    private final TopicIdPartition id;
    private final List<Batch> batches = new ArrayList<>();
    private List<Integer> followers = List.of(2, 3);
    private int leaderEpoch = 5;
    private boolean leads = true;
    private long logStartOffset;
    private long logEndOffset;
    private long highWatermark;
    private long slowestReplica;
    private boolean compacted;
    private long cleanedEndOffset;
    private int cleanings;
    private Runnable beforeRead = () -> {};
    private int reads;

    /** Some records; their bytes follow from their offsets and the partition alone. */
    public record Batch(long baseOffset, long endOffset, int seed, int size) {

        byte[] bytes() {
            byte[] bytes = new byte[size];
            Arrays.fill(bytes, (byte) (seed + baseOffset));
            for (int i = 0; i < Math.min(8, size); i++) {
                bytes[i] = (byte) ((seed + 31 * baseOffset) >> (4 * i));
            }
            return bytes;
        }
    }

    public FakePartition(TopicIdPartition id) {
        this.id = id;
    }

    public TopicIdPartition id() {
        return id;
    }

    /** Appends a batch whose bytes depend on its offsets alone. */
    public Batch append(int records, int size) {
        Batch batch = new Batch(logEndOffset, logEndOffset + records, id.hashCode(), size);
        batches.add(batch);
        logEndOffset = batch.endOffset();
        return batch;
    }

    public List<Batch> batches() {
        return batches;
    }

    /** The log's bytes from the batch that contains an offset on. */
    public byte[] bytes(long from, long to) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Batch batch : batches) {
            if (batch.endOffset() > from && batch.baseOffset() < to) {
                out.writeBytes(batch.bytes());
            }
        }
        return out.toByteArray();
    }

    public long logEndOffset() {
        return logEndOffset;
    }

    public long highWatermark() {
        return highWatermark;
    }

    public int leaderEpoch() {
        return leaderEpoch;
    }

    public boolean leads() {
        return leads;
    }

    public int reads() {
        return reads;
    }

    public FakePartition followers(Integer... ids) {
        followers = List.of(ids);
        return this;
    }

    public FakePartition highWatermark(long offset) {
        highWatermark = offset;
        return this;
    }

    /** All replicas have everything up to an offset. */
    public FakePartition replicated(long offset) {
        highWatermark = offset;
        slowestReplica = offset;
        return this;
    }

    public FakePartition slowestReplica(long offset) {
        slowestReplica = offset;
        return this;
    }

    public FakePartition logStartOffset(long offset) {
        logStartOffset = offset;
        return this;
    }

    public FakePartition compactedUpTo(long offset) {
        compacted = true;
        cleanedEndOffset = offset;
        return this;
    }

    /** The log cleaner removes batches from what it may touch, and swaps the rest in. */
    public FakePartition clean(long upTo, Predicate<Batch> isObsolete) {
        compactedUpTo(upTo);
        cleanings++;
        batches.removeIf(batch -> batch.endOffset() <= upTo && isObsolete.test(batch));
        return this;
    }

    public FakePartition beforeRead(Runnable action) {
        beforeRead = action;
        return this;
    }

    /** A new leader epoch; leadership stays. */
    public FakePartition bumpEpoch() {
        leaderEpoch++;
        return this;
    }

    public FakePartition loseLeadership() {
        leads = false;
        leaderEpoch++;
        return this;
    }

    public FakePartition regainLeadership() {
        leads = true;
        leaderEpoch++;
        return this;
    }

    /** Cuts the log's end off, as a follower does. */
    public FakePartition truncateTo(long offset) {
        batches.removeIf(batch -> batch.baseOffset() >= offset);
        logEndOffset = offset;
        highWatermark = Math.min(highWatermark, offset);
        return this;
    }

    Optional<LeaderLog> view() {
        return leads ? Optional.of(new View(leaderEpoch)) : Optional.empty();
    }

    /** The log at one leader epoch. */
    private final class View implements LeaderLog {

        private final int epoch;

        View(int epoch) {
            this.epoch = epoch;
        }

        @Override
        public TopicIdPartition partition() {
            return id;
        }

        @Override
        public int leaderEpoch() {
            return epoch;
        }

        @Override
        public boolean isCurrent() {
            return leads && epoch == leaderEpoch;
        }

        @Override
        public long logStartOffset() {
            return logStartOffset;
        }

        @Override
        public long highWatermark() {
            return highWatermark;
        }

        @Override
        public long logEndOffset() {
            return logEndOffset;
        }

        @Override
        public long bytesAfter(long offset) {
            long bytes = 0;
            for (int i = batches.size() - 1; i >= 0 && batches.get(i).endOffset() > offset; i--) {
                bytes += batches.get(i).size();
            }
            return bytes;
        }

        @Override
        public long slowestReplicaEndOffset() {
            return followers.isEmpty() ? Long.MAX_VALUE : slowestReplica;
        }

        @Override
        public List<Integer> followers() {
            return followers;
        }

        @Override
        public boolean isCompacted() {
            return compacted;
        }

        @Override
        public long cleanedEndOffset() {
            return cleanedEndOffset;
        }

        @Override
        public Optional<LogChunk> read(long offset, int maxBytes) {
            reads++;
            beforeRead.run();
            if (!isCurrent() || offset < logStartOffset || offset >= logEndOffset) {
                return Optional.empty();
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            long end = offset;
            for (Batch batch : batches) {
                if (batch.endOffset() > offset) {
                    if (out.size() > 0 && out.size() + batch.size() > maxBytes) {
                        break;
                    }
                    out.writeBytes(batch.bytes());
                    end = batch.endOffset();
                }
            }
            return Optional.of(new LogChunk(offset, end, ByteBuffer.wrap(out.toByteArray())));
        }

        @Override
        public Optional<KeptChunk> readToKeep(long offset, int maxBytes) {
            return read(offset, maxBytes).map(chunk -> {
                int then = cleanings;
                return new KeptChunk(
                        chunk,
                        wanted ->
                                leads && wanted >= logStartOffset && (then == cleanings || wanted >= cleanedEndOffset));
            });
        }
    }
}
