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

package io.culvert.core.simulation;

import io.culvert.core.log.LeaderLog;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicIdPartition;

/** A partition as the controller and its leader know it, and the logs of its replicas. */
final class SimulatedPartition {

    private final TopicIdPartition id;
    private final Map<Integer, Replica> replicas = new HashMap<>();
    private final Set<Integer> isr;
    private int leader;
    private int epoch = 1;
    private long epochStart;
    private long changedNanos;
    private boolean isWal = true;

    /** What the leader knows of each follower, since it leads. */
    private final Map<Integer, Follower> followers = new HashMap<>();

    /** Highest offset that was ever below a high watermark, and is not lost by an unclean election. */
    private long committed;

    /** A batch; its bytes hold its offsets, its epoch and a hash of its content, so that no two are alike. */
    record Batch(long baseOffset, long endOffset, int epoch, ByteBuffer bytes, long appendedNanos) {

        void writeTo(ByteArrayOutputStream out) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            out.writeBytes(copy);
        }
    }

    /** A log. */
    static final class Replica {
        final List<Batch> batches = new ArrayList<>();
        long logStart;
        long highWatermark;

        /** The last batch's epoch and offsets say all: histories that end alike are alike. */
        long end() {
            return batches.isEmpty()
                    ? logStart
                    : batches.get(batches.size() - 1).endOffset();
        }

        /** Batches from the one that holds an offset, up to a number of bytes. */
        List<Batch> read(long offset, int maxBytes) {
            List<Batch> read = new ArrayList<>();
            int bytes = 0;
            for (int i = firstEndingAfter(offset); i < batches.size(); i++) {
                bytes += batches.get(i).bytes().remaining();
                if (!read.isEmpty() && bytes > maxBytes) {
                    break;
                }
                read.add(batches.get(i));
            }
            return read;
        }

        private int firstEndingAfter(long offset) {
            int low = 0;
            int high = batches.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (batches.get(middle).endOffset() > offset) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return low;
        }

        void truncate(long offset) {
            while (!batches.isEmpty() && batches.get(batches.size() - 1).baseOffset() >= offset) {
                batches.remove(batches.size() - 1);
            }
            highWatermark = Math.min(highWatermark, end());
        }

        void deleteBelow(long offset) {
            logStart = Math.max(logStart, offset);
            batches.removeIf(batch -> batch.endOffset() <= logStart);
            highWatermark = Math.max(highWatermark, logStart);
        }
    }

    /** What a leader knows of a follower. */
    static final class Follower {
        long logEnd = -1;
        long caughtUpNanos;
    }

    SimulatedPartition(TopicIdPartition id, Set<Integer> brokers, int leader) {
        this.id = id;
        this.leader = leader;
        this.isr = new TreeSet<>(brokers);
        brokers.forEach(broker -> replicas.put(broker, new Replica()));
        startLeading(leader, 0);
    }

    TopicIdPartition id() {
        return id;
    }

    int leader() {
        return leader;
    }

    int epoch() {
        return epoch;
    }

    /** Where the leader's log ended when it was elected. */
    long epochStart() {
        return epochStart;
    }

    /** When leadership last changed. */
    long changedNanos() {
        return changedNanos;
    }

    boolean isWal() {
        return isWal;
    }

    void setWal(boolean wal) {
        isWal = wal;
    }

    Set<Integer> isr() {
        return isr;
    }

    Replica replica(int broker) {
        return replicas.get(broker);
    }

    Replica leaderReplica() {
        return replicas.get(leader);
    }

    Set<Integer> brokers() {
        return replicas.keySet();
    }

    Follower follower(int broker) {
        return followers.get(broker);
    }

    long committed() {
        return committed;
    }

    /** A new leader, or none with -1; raises the epoch. */
    void elect(int newLeader, boolean clean, long nowNanos) {
        epoch++;
        changedNanos = nowNanos;
        boolean stays = newLeader == leader;
        leader = newLeader;
        if (newLeader < 0) {
            return;
        }
        if (clean) {
            if (replicas.get(newLeader).end() < committed) {
                throw new AssertionError("committed records are missing on a cleanly elected leader: " + this);
            }
        } else {
            isr.clear();
            isr.add(newLeader);
            committed = Math.min(committed, replicas.get(newLeader).end());
        }
        epochStart = replicas.get(newLeader).end();
        if (!stays) {
            startLeading(newLeader, nowNanos);
        }
    }

    private void startLeading(int broker, long nowNanos) {
        followers.clear();
        for (int other : replicas.keySet()) {
            if (other != broker) {
                Follower follower = new Follower();
                follower.caughtUpNanos = nowNanos;
                followers.put(other, follower);
            }
        }
    }

    Batch append(int records, byte[] bytes, long nowNanos) {
        Replica log = leaderReplica();
        ByteBuffer framed = ByteBuffer.allocate(bytes.length + 28);
        framed.putInt(bytes.length + 24)
                .putLong(log.end())
                .putLong(log.end() + records)
                .putInt(epoch);
        framed.putInt(Arrays.hashCode(bytes)).put(bytes).flip();
        Batch batch = new Batch(log.end(), log.end() + records, epoch, framed, nowNanos);
        log.batches.add(batch);
        return batch;
    }

    /** Moves the leader's high watermark to what all in-sync replicas have. */
    boolean advanceHighWatermark() {
        Replica log = leaderReplica();
        long lowest = log.end();
        if (log.end() < committed) {
            throw new AssertionError("committed records are missing on the leader: " + this);
        }
        for (int member : isr) {
            if (member != leader) {
                lowest = Math.min(lowest, followers.get(member).logEnd);
            }
        }
        if (lowest <= log.highWatermark) {
            return false;
        }
        log.highWatermark = lowest;
        committed = Math.max(committed, lowest);
        return true;
    }

    /** The same, after the ISR has changed. */
    void advanceIfLed() {
        if (leader >= 0) {
            advanceHighWatermark();
        }
    }

    Optional<LeaderLog> view(int broker) {
        return broker == leader && isWal ? Optional.of(new View(broker, epoch)) : Optional.empty();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(id.topicPartition() + " leader=" + leader + " epoch=" + epoch + " isr="
                + isr + " committed=" + committed);
        replicas.forEach((broker, log) -> text.append(" ")
                .append(broker)
                .append(":[")
                .append(log.logStart)
                .append("..")
                .append(log.end())
                .append(" hw=")
                .append(log.highWatermark)
                .append("]"));
        return text.toString();
    }

    /** The leader's log at one epoch. */
    private final class View implements LeaderLog {

        private final int broker;
        private final int boundEpoch;

        View(int broker, int boundEpoch) {
            this.broker = broker;
            this.boundEpoch = boundEpoch;
        }

        private Replica log() {
            return replicas.get(broker);
        }

        @Override
        public TopicIdPartition partition() {
            return id;
        }

        @Override
        public int leaderEpoch() {
            return boundEpoch;
        }

        @Override
        public boolean isCurrent() {
            return leader == broker && epoch == boundEpoch;
        }

        @Override
        public long logStartOffset() {
            return log().logStart;
        }

        @Override
        public long highWatermark() {
            return log().highWatermark;
        }

        @Override
        public long logEndOffset() {
            return log().end();
        }

        @Override
        public long bytesAfter(long offset) {
            return log().read(offset, Integer.MAX_VALUE).stream()
                    .mapToLong(batch -> batch.bytes().remaining())
                    .sum();
        }

        @Override
        public long slowestReplicaEndOffset() {
            return followers.values().stream()
                    .mapToLong(follower -> follower.logEnd)
                    .min()
                    .orElse(Long.MAX_VALUE);
        }

        @Override
        public List<Integer> followers() {
            return replicas.keySet().stream()
                    .filter(other -> other != broker)
                    .sorted()
                    .toList();
        }

        @Override
        public boolean isCompacted() {
            return false;
        }

        @Override
        public long cleanedEndOffset() {
            return 0;
        }

        @Override
        public Optional<LogChunk> read(long offset, int maxBytes) {
            if (!isCurrent() || offset < log().logStart || offset >= log().end()) {
                return Optional.empty();
            }
            List<Batch> read = log().read(offset, maxBytes);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            read.forEach(batch -> batch.writeTo(out));
            return Optional.of(
                    new LogChunk(offset, read.get(read.size() - 1).endOffset(), ByteBuffer.wrap(out.toByteArray())));
        }

        @Override
        public Optional<KeptChunk> readToKeep(long offset, int maxBytes) {
            return read(offset, maxBytes)
                    .map(chunk -> new KeptChunk(chunk, wanted -> leader == broker && wanted >= log().logStart));
        }
    }
}
