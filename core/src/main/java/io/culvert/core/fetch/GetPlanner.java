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

package io.culvert.core.fetch;

import io.culvert.core.format.ObjectId;
import io.culvert.core.format.SectionReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicIdPartition;

/**
 * Chooses which sections a round reads and with how many GETs. Partitions that did not fit come first in the next round,
 * those that got nothing before those that got a part, so that none starves. Owned by one fetcher thread.
 */
final class GetPlanner {

    /** Partitions that had to wait, in the order in which they are due. */
    private Set<TopicIdPartition> due = new LinkedHashSet<>();

    /**
     * Plans a round.
     *
     * @param missing per partition the sections that are neither read nor being read, in offset order
     * @param bytesHeld bytes of reads under way or not handed over yet
     * @param getsInFlight reads under way
     * @return the ranged GETs to start
     */
    List<RangeRead> plan(
            Map<TopicIdPartition, List<SectionReference>> missing,
            FetchLimits limits,
            long bytesHeld,
            int getsInFlight) {
        long room = limits.maxBytesInFlight() - bytesHeld;
        Choice choice = choose(missing, Math.min(limits.roundBytes(), room), getsInFlight == 0);
        List<RangeRead> reads = merge(choice.sections, limits, room - choice.bytes);
        int slots = Math.min(reads.size(), Math.max(0, limits.maxGets() - getsInFlight));
        List<RangeRead> started = reads.subList(0, slots);
        due = choice.leftOut;
        for (RangeRead read : reads.subList(slots, reads.size())) {
            read.sections().forEach(section -> due.add(section.partition()));
        }
        return started;
    }

    private Choice choose(Map<TopicIdPartition, List<SectionReference>> missing, long budget, boolean idle) {
        Set<TopicIdPartition> order = new LinkedHashSet<>(due);
        order.retainAll(missing.keySet());
        order.addAll(missing.keySet());
        Choice choice = new Choice();
        Set<TopicIdPartition> servedInPart = new LinkedHashSet<>();
        boolean full = false;
        for (TopicIdPartition partition : order) {
            int taken = 0;
            for (SectionReference reference : missing.getOrDefault(partition, List.of())) {
                boolean alone = idle && choice.sections.isEmpty();
                full = full || (!alone && reference.length() > budget - choice.bytes);
                if (full) {
                    (taken == 0 ? choice.leftOut : servedInPart).add(partition);
                    break;
                }
                choice.add(new SectionRequest(partition, reference));
                taken++;
            }
        }
        choice.leftOut.addAll(servedInPart);
        return choice;
    }

    private static List<RangeRead> merge(List<SectionRequest> sections, FetchLimits limits, long roomForGaps) {
        Map<ObjectId, List<SectionRequest>> byObject = new LinkedHashMap<>();
        for (SectionRequest section : sections) {
            byObject.computeIfAbsent(section.reference().object(), object -> new ArrayList<>())
                    .add(section);
        }
        List<RangeRead> reads = new ArrayList<>();
        long room = roomForGaps;
        for (Map.Entry<ObjectId, List<SectionRequest>> entry : byObject.entrySet()) {
            entry.getValue().sort(Comparator.comparingLong(SectionRequest::position));
            List<SectionRequest> near = new ArrayList<>();
            long end = 0;
            for (SectionRequest section : entry.getValue()) {
                long gap = Math.max(0, section.position() - end);
                boolean fits = !near.isEmpty()
                        && gap <= Math.min(limits.maxGapBytes(), room)
                        && Math.max(end, section.end()) - near.get(0).position() <= limits.maxRangeBytes();
                if (fits) {
                    room -= gap;
                } else if (!near.isEmpty()) {
                    reads.add(range(entry.getKey(), near, end));
                    near.clear();
                    end = 0;
                }
                near.add(section);
                end = Math.max(end, section.end());
            }
            reads.add(range(entry.getKey(), near, end));
        }
        return reads;
    }

    private static RangeRead range(ObjectId object, List<SectionRequest> near, long end) {
        long position = near.get(0).position();
        return new RangeRead(object, position, Math.toIntExact(end - position), near);
    }

    /** Forgets partitions that are no longer asked for. */
    void retain(Collection<TopicIdPartition> partitions) {
        due.retainAll(partitions);
    }

    private static final class Choice {
        final List<SectionRequest> sections = new ArrayList<>();
        final Set<TopicIdPartition> leftOut = new LinkedHashSet<>();
        long bytes;

        void add(SectionRequest section) {
            sections.add(section);
            bytes += section.reference().length();
        }
    }
}
