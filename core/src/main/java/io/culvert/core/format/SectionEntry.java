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

package io.culvert.core.format;

import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.internals.Topic;

/**
 * One section as the index of its object describes it.
 *
 * @param partition topic id, topic name and partition number; the topic id is not zero
 * @param leaderEpoch the leader epoch at which the section was read from the leader's log
 * @param baseOffset first offset covered, inclusive
 * @param endOffset end of what is covered, exclusive, greater than {@code baseOffset}
 * @param epochUploadBase the offset at which this leader epoch's uploads begin, at most {@code baseOffset}
 * @param position first byte of the section in the object
 * @param length bytes of the section, at least 1
 * @param crc32c CRC-32C of those bytes
 */
public record SectionEntry(
        TopicIdPartition partition,
        int leaderEpoch,
        long baseOffset,
        long endOffset,
        long epochUploadBase,
        long position,
        int length,
        int crc32c) {

    public SectionEntry {
        if (partition.topicId().equals(Uuid.ZERO_UUID)
                || !Topic.isValid(partition.topic())
                || partition.partition() < 0) {
            throw new IllegalArgumentException("section of an impossible partition: topicId=" + partition.topicId()
                    + " topic=" + partition.topic() + " partition=" + partition.partition());
        }
        if (leaderEpoch < 0 || baseOffset < 0 || endOffset <= baseOffset) {
            throw new IllegalArgumentException("section covers no offsets of an epoch: leaderEpoch=" + leaderEpoch
                    + " baseOffset=" + baseOffset + " endOffset=" + endOffset);
        }
        if (epochUploadBase < 0 || epochUploadBase > baseOffset) {
            throw new IllegalArgumentException("epoch upload base out of range 0..baseOffset: epochUploadBase="
                    + epochUploadBase + " baseOffset=" + baseOffset);
        }
        if (position < 0 || length < 1 || position > Long.MAX_VALUE - length) {
            throw new IllegalArgumentException("section lies nowhere: position=" + position + " length=" + length);
        }
    }

    /** The first byte behind the section. */
    public long endPosition() {
        return position + length;
    }

    /** The same section with its first byte elsewhere. */
    SectionEntry movedTo(long newPosition) {
        return new SectionEntry(
                partition, leaderEpoch, baseOffset, endOffset, epochUploadBase, newPosition, length, crc32c);
    }

    /** Where the section lies, as it is told to followers. */
    public SectionReference reference(int storeIndex, ObjectId object) {
        return new SectionReference(storeIndex, object, position, length, crc32c, leaderEpoch, baseOffset, endOffset);
    }
}
