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

package io.culvert.cli.inspect;

import io.culvert.core.format.ObjectHeader;
import io.culvert.core.format.ObjectKind;
import io.culvert.core.format.SectionEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicIdPartition;

/**
 * Whether the tail sections of each partition continue each other along one stream, object by object.
 *
 * <p>A section continues the one before it, or it begins a run: then it begins at the offset that it names as the base of
 * its epoch's uploads, as after a time over the wire, be it the same offset as before. Where sequence numbers are missing,
 * objects were deleted or never stored, and what they held is not known: a gap there is none to complain of.
 */
final class StreamContinuity {

    private final Map<TopicIdPartition, Last> lasts = new HashMap<>();
    private long nextSequence;
    private long holes;

    /**
     * Takes the next object of the stream that could be read.
     *
     * @return the first fault found
     */
    Optional<String> add(ObjectHeader header, List<SectionEntry> sections) {
        long sequence = header.object().sequence();
        if (sequence != nextSequence) {
            holes++;
        }
        nextSequence = sequence + 1;
        if (header.kind() != ObjectKind.TAIL) {
            return Optional.empty();
        }
        Optional<String> first = Optional.empty();
        for (SectionEntry section : sections) {
            Last last = lasts.put(section.partition(), new Last(section, sequence, holes));
            if (last != null && first.isEmpty()) {
                first = fault(last, section).map(problem -> describe(problem, last, section));
            }
        }
        return first;
    }

    private Optional<String> fault(Last last, SectionEntry section) {
        SectionEntry before = last.section();
        boolean sameRun =
                section.leaderEpoch() == before.leaderEpoch() && section.epochUploadBase() == before.epochUploadBase();
        if (section.leaderEpoch() < before.leaderEpoch()) {
            return Optional.of("leader epoch falls");
        }
        if (section.baseOffset() == section.epochUploadBase()) {
            return Optional.empty();
        }
        boolean isBehindAHole = last.holes() != holes;
        if (isBehindAHole && !sameRun) {
            return Optional.empty();
        }
        if (!sameRun) {
            return Optional.of("run does not begin at its base");
        }
        if (section.baseOffset() < before.endOffset()) {
            return Optional.of("sections overlap");
        }
        return section.baseOffset() == before.endOffset() || isBehindAHole
                ? Optional.empty()
                : Optional.of("offsets are missing");
    }

    private static String describe(String problem, Last last, SectionEntry section) {
        return problem + ": partition=" + section.partition().topicPartition() + " leaderEpoch=" + section.leaderEpoch()
                + " baseOffset=" + section.baseOffset() + " epochUploadBase=" + section.epochUploadBase()
                + " previousSequence=" + last.sequence() + " previousLeaderEpoch="
                + last.section().leaderEpoch() + " previousEndOffset="
                + last.section().endOffset();
    }

    /** A partition's section before, and how many holes there were in the stream up to it. */
    private record Last(SectionEntry section, long sequence, long holes) {}
}
