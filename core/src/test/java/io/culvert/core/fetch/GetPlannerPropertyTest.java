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

import static io.culvert.core.fetch.SampleLogs.EPOCH;
import static io.culvert.core.fetch.SampleLogs.object;
import static io.culvert.core.fetch.SampleLogs.partition;
import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.core.format.SectionReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.TopicIdPartition;

final class GetPlannerPropertyTest {

    private static final FetchLimits LIMITS = new FetchLimits(10_000, 20_000, 50_000, 4_000, 500, 8, 0, 1);

    private final Random random = new Random(1);

    private Map<TopicIdPartition, List<SectionReference>> missing(Random source, int partitions, int maxLength) {
        Map<TopicIdPartition, List<SectionReference>> missing = new LinkedHashMap<>();
        for (int i = 0; i < partitions; i++) {
            List<SectionReference> references = new ArrayList<>();
            int count = 1 + source.nextInt(3);
            for (int j = 0; j < count; j++) {
                references.add(
                        reference(source.nextInt(6), source.nextInt(20_000), 1 + source.nextInt(maxLength), 10L * j));
            }
            missing.put(partition(i), references);
        }
        return missing;
    }

    private static SectionReference reference(long object, long position, int length, long baseOffset) {
        return new SectionReference(0, object(object), position, length, 0, EPOCH, baseOffset, baseOffset + 10);
    }

    private static Map<TopicIdPartition, List<SectionReference>> one(int partition, SectionReference... references) {
        Map<TopicIdPartition, List<SectionReference>> missing = new LinkedHashMap<>();
        missing.put(partition(partition), List.of(references));
        return missing;
    }

    private static List<SectionRequest> sections(List<RangeRead> reads) {
        return reads.stream().flatMap(read -> read.sections().stream()).toList();
    }

    private static long bytes(List<RangeRead> reads) {
        return reads.stream().mapToLong(RangeRead::length).sum();
    }

    @Property(tries = 500)
    void keepsEveryBound(@ForAll long seed) {
        Random source = new Random(seed);
        Map<TopicIdPartition, List<SectionReference>> missing = missing(source, 1 + source.nextInt(30), 2_000);
        long held = source.nextInt(20_000);
        int underWay = 1 + source.nextInt(8);

        List<RangeRead> reads = new GetPlanner().plan(missing, LIMITS, held, underWay);

        assertThat(reads.size() + underWay).isLessThanOrEqualTo(LIMITS.maxGets());
        assertThat(held + bytes(reads)).isLessThanOrEqualTo(LIMITS.maxBytesInFlight());
        assertThat(sections(reads).stream()
                        .mapToLong(section -> section.reference().length())
                        .sum())
                .isLessThanOrEqualTo(LIMITS.roundBytes());
        for (RangeRead read : reads) {
            assertThat(read.length()).isLessThanOrEqualTo(LIMITS.maxRangeBytes());
            long end = read.position();
            for (SectionRequest section : read.sections()) {
                assertThat(section.reference().object()).isEqualTo(read.object());
                assertThat(section.position()).isBetween(read.position(), end + LIMITS.maxGapBytes());
                end = Math.max(end, section.end());
            }
            assertThat(end).isEqualTo(read.position() + read.length());
        }
    }

    @Property(tries = 500)
    void plansEverySectionOnceWhenThereIsRoom(@ForAll long seed) {
        FetchLimits roomy = new FetchLimits(1_000_000, 10_000_000, 50_000, 4_000, 500, 1_000, 0, 1);
        Map<TopicIdPartition, List<SectionReference>> missing = missing(new Random(seed), 20, 2_000);
        List<SectionRequest> expected = new ArrayList<>();
        missing.forEach((partition, references) ->
                references.forEach(reference -> expected.add(new SectionRequest(partition, reference))));

        List<RangeRead> reads = new GetPlanner().plan(missing, roomy, 0, 0);

        assertThat(sections(reads)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Property(tries = 200)
    void servesEveryPartitionWithinSoManyRounds(@ForAll long seed) {
        Random source = new Random(seed);
        int partitions = 2 + source.nextInt(20);
        GetPlanner planner = new GetPlanner();
        Set<TopicIdPartition> unserved = new HashSet<>();
        for (int i = 0; i < partitions; i++) {
            unserved.add(partition(i));
        }
        int rounds = 0;
        // Every partition always has more than a round may hold, in ever new places.
        while (!unserved.isEmpty()) {
            List<RangeRead> reads = planner.plan(missing(source, partitions, 30_000), LIMITS, 0, 0);
            assertThat(reads).isNotEmpty();
            sections(reads).forEach(section -> unserved.remove(section.partition()));
            assertThat(++rounds).isLessThanOrEqualTo(partitions);
        }
    }

    @Example
    void mergesSectionsThatAreNearAndNoOthers() {
        Map<TopicIdPartition, List<SectionReference>> missing = new LinkedHashMap<>();
        missing.put(partition(0), List.of(reference(1, 1_000, 100, 0)));
        missing.put(partition(1), List.of(reference(1, 1_600, 100, 0)));
        missing.put(partition(2), List.of(reference(1, 2_201, 100, 0)));
        missing.put(partition(3), List.of(reference(2, 1_100, 100, 0)));

        List<RangeRead> reads = new GetPlanner().plan(missing, LIMITS, 0, 0);

        assertThat(reads)
                .extracting(RangeRead::describe)
                .containsExactlyInAnyOrder(
                        object(1) + " position=1000 length=700",
                        object(1) + " position=2201 length=100",
                        object(2) + " position=1100 length=100");
    }

    @Example
    void takesASectionLargerThanTheBudgetAlone() {
        GetPlanner planner = new GetPlanner();
        Map<TopicIdPartition, List<SectionReference>> missing = one(0, reference(1, 0, 50_000, 0));
        missing.put(partition(1), List.of(reference(1, 50_000, 100, 0)));

        assertThat(planner.plan(missing, LIMITS, 500, 1))
                .as("while a read is under way")
                .isEmpty();
        assertThat(sections(planner.plan(missing, LIMITS, 0, 0)))
                .extracting(SectionRequest::partition)
                .containsExactly(partition(0));
    }

    @Example
    void servesThoseThatGotNothingBeforeThoseThatGotAPart() {
        GetPlanner planner = new GetPlanner();
        Map<TopicIdPartition, List<SectionReference>> missing =
                one(0, reference(1, 0, 6_000, 0), reference(2, 0, 6_000, 10));
        missing.put(partition(1), List.of(reference(3, 0, 6_000, 0)));

        List<SectionRequest> first = sections(planner.plan(missing, LIMITS, 0, 0));
        List<SectionRequest> second = sections(planner.plan(missing, LIMITS, 0, 0));

        assertThat(first).extracting(SectionRequest::partition).containsExactly(partition(0));
        assertThat(second).extracting(SectionRequest::partition).containsExactly(partition(1));
    }

    @Example
    void makesProgressWhenAllRoomIsTakenByWhatWaitsForAnEarlierSection() {
        Map<TopicIdPartition, List<SectionReference>> missing = one(0, reference(1, 0, 300, 0));

        assertThat(new GetPlanner().plan(missing, LIMITS, 20_000, 0)).hasSize(1);
    }

    @Example
    void forgetsPartitionsThatAreNoLongerAskedFor() {
        GetPlanner planner = new GetPlanner();
        Map<TopicIdPartition, List<SectionReference>> missing = missing(random, 20, 9_000);
        planner.plan(missing, LIMITS, 0, 0);

        planner.retain(List.of(partition(3)));

        Map<TopicIdPartition, List<SectionReference>> two = one(0, reference(1, 0, 9_000, 0));
        two.put(partition(1), List.of(reference(2, 0, 9_000, 0)));
        assertThat(sections(planner.plan(two, LIMITS, 0, 0)))
                .extracting(SectionRequest::partition)
                .containsExactly(partition(0));
    }
}
