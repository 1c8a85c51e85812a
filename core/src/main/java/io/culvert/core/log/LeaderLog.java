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

package io.culvert.core.log;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicIdPartition;

/**
 * One partition's log on its leader, bound to the leader epoch and log at which it was looked up. Thread-safe; only
 * {@link #read} does I/O, from the page cache as a rule. The thread that reads must never be interrupted: an interrupt
 * inside a read closes the broker's file channel.
 */
public interface LeaderLog {

    /** The partition. */
    TopicIdPartition partition();

    /** The leader epoch that this view is bound to. */
    int leaderEpoch();

    /** Says whether this broker still leads the partition at {@link #leaderEpoch()} with the same log. */
    boolean isCurrent();

    /** First offset of the leader's local log. */
    long logStartOffset();

    /** The high watermark; every in-sync replica has all below it. */
    long highWatermark();

    /** The log end offset. */
    long logEndOffset();

    /**
     * An estimate of the bytes in {@code [offset, logEndOffset)}, without I/O.
     *
     * @return at least 0; may count less than there is when the range spans segments
     */
    long bytesAfter(long offset);

    /**
     * The smallest log end offset that any assigned replica but the leader has reported, dead ones included.
     *
     * @return {@link Long#MAX_VALUE} if there are no other replicas
     */
    long slowestReplicaEndOffset();

    /** Ids of the brokers that are assigned replicas but not the leader, ascending. */
    List<Integer> followers();

    /** Whether the log is compacted: its cleaner may rewrite what lies below {@link #cleanedEndOffset()}. */
    boolean isCompacted();

    /** End of what the log cleaner may have rewritten; 0 if it never ran. Meaningless unless {@link #isCompacted()}. */
    long cleanedEndOffset();

    /**
     * Reads whole record batches that start with the batch containing {@code offset}.
     *
     * @param offset first offset wanted, in {@code [logStartOffset, logEndOffset)}
     * @param maxBytes at most this many bytes, but always at least one whole batch
     * @return the batches as one buffer from its position to its limit, exact log bytes, with what they cover; empty if
     *     the view is no longer {@link #isCurrent() current}, the offset is out of range or there is nothing to read
     */
    Optional<LogChunk> read(long offset, int maxBytes);

    /**
     * Reads as {@link #read} does, for bytes that will be handed out later, when the log may not have them any more.
     *
     * @return as {@link #read}; also empty if it cannot be told where the bytes came from
     */
    Optional<KeptChunk> readToKeep(long offset, int maxBytes);

    /** Where bytes of a log were read. Thread-safe, without I/O. */
    @FunctionalInterface
    interface Source {

        /**
         * Says whether the broker would still read these bytes at an offset that they cover: the log cleaner has not
         * rewritten them since, and neither retention nor a request has deleted them.
         */
        boolean stillHas(long offset);
    }

    /** Whole record batches of a log, and where they were read. */
    record KeptChunk(LogChunk chunk, Source source) {}

    /**
     * Whole record batches of a log.
     *
     * @param baseOffset the offset asked for
     * @param endOffset last offset of the last batch plus one
     * @param bytes exact log bytes of whole batches, from position to limit; the caller owns the buffer
     */
    record LogChunk(long baseOffset, long endOffset, ByteBuffer bytes) {

        public LogChunk {
            if (endOffset <= baseOffset || !bytes.hasRemaining()) {
                throw new IllegalArgumentException("empty log chunk: baseOffset=" + baseOffset + " endOffset="
                        + endOffset + " bytes=" + bytes.remaining());
            }
        }
    }
}
