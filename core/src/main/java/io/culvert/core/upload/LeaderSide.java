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

import io.culvert.core.format.References;
import org.apache.kafka.common.TopicIdPartition;

/**
 * What the broker's request threads ask of the leader side. Every method is called on Kafka's own threads: it looks up
 * or enqueues, does no I/O, takes no lock that is held during I/O, and never throws.
 */
public interface LeaderSide {

    /**
     * Tells that records were appended to a WAL partition that this broker leads. Called after every append: when the
     * partition is already known to be dirty this is one volatile read.
     */
    void appended(TopicIdPartition partition);

    /**
     * Decides how to answer a reference fetch of one partition.
     *
     * @param partition the partition
     * @param leaderEpoch the fetch's current leader epoch; the broker has not validated it yet
     * @param fetchOffset the follower's log end offset
     * @param follower who asks
     */
    FetchAnswer answer(TopicIdPartition partition, int leaderEpoch, long fetchOffset, Follower follower);

    /**
     * The references for a fetch that {@link #answer} said to answer with references.
     *
     * @param follower who asks
     * @param maxBytes the partition's fetch size: at most this many section bytes, but always one section
     * @return contiguous references, the first covering {@code fetchOffset}; empty if none is ready
     */
    References references(
            TopicIdPartition partition, int leaderEpoch, long fetchOffset, Follower follower, int maxBytes);

    /**
     * Grows whenever a parked reference fetch may have become answerable: references were published, a partition went to
     * the wire or its leadership changed. Equal values on two calls mean that nothing changed for any partition.
     */
    long version();

    /**
     * The leader end offset that the ISR clock should compare a reference-fetching follower with: {@code min(logEndOffset,
     * max(uploaded end, high watermark, log end offset of fallback.ms ago))}.
     */
    long isrEndOffset(TopicIdPartition partition, long logEndOffset, long highWatermark);

    /** How to answer a reference fetch of a partition. */
    enum FetchAnswer {
        /** With references; {@link #references} has some now. */
        REFERENCES,
        /** With nothing yet: the fetch should park until {@link #version()} moves. */
        WAIT,
        /** With records, as a stock leader would. */
        RECORDS
    }
}
