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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FetchMarkPropertyTest {

    private static final Uuid ORDERS = Uuid.fromString("AAAAAAAAAAIAAAAAAAAAAw");

    @Property
    void parsesWhatItEncodes(@ForAll("partitions") Set<TopicIdPartition> partitions) {
        FetchMark mark = FetchMark.exceptFor(partitions);

        FetchMark parsed = FetchMark.parse(mark.encode().orElseThrow()).orElseThrow();

        assertThat(parsed).isEqualTo(mark);
        assertThat(partitions).allMatch(partition -> parsed.wantsWire(partition.topicId(), partition.partition()));
    }

    @Property
    void parsesWhatItEncodesForTheListedAlone(@ForAll("partitions") Set<TopicIdPartition> partitions) {
        Assume.that(!partitions.isEmpty());
        FetchMark mark = FetchMark.onlyFor(partitions);

        FetchMark parsed = FetchMark.parse(mark.encode().orElseThrow()).orElseThrow();

        assertThat(parsed).isEqualTo(mark);
        assertThat(partitions).noneMatch(partition -> parsed.wantsWire(partition.topicId(), partition.partition()));
        assertThat(parsed.wantsWire(ORDERS, Integer.MAX_VALUE))
                .isEqualTo(!partitions.contains(new TopicIdPartition(ORDERS, Integer.MAX_VALUE, "topic")));
    }

    @Property
    void takesNoForeignTextForAMark(@ForAll String text) {
        assertThat(FetchMark.parse(text)).isEmpty();
    }

    @Property
    void neverThrowsOnTextThatBeginsLikeAMark(@ForAll String text) {
        assertThat(FetchMark.parse("culvert/1;" + text + ":x")).isEmpty();
    }

    @Test
    void isShortWhenEverythingMayBeReferences() {
        assertThat(FetchMark.EVERYTHING.encode()).contains("culvert/1");
        assertThat(FetchMark.parse("culvert/1")).contains(FetchMark.EVERYTHING);
        assertThat(FetchMark.EVERYTHING.wantsWire(ORDERS, 0)).isFalse();
    }

    @Test
    void listsPartitionsInOrder() {
        FetchMark mark = FetchMark.exceptFor(List.of(
                new TopicIdPartition(ORDERS, 10, "orders"),
                new TopicIdPartition(Uuid.fromString("AAAAAAAAAAEAAAAAAAAAAw"), 0, "first"),
                new TopicIdPartition(ORDERS, 2, "orders")));

        assertThat(mark.encode()).contains("culvert/1;AAAAAAAAAAEAAAAAAAAAAw:0;AAAAAAAAAAIAAAAAAAAAAw:2,10");
        assertThat(mark.wantsWire(ORDERS, 2)).isTrue();
        assertThat(mark.wantsWire(ORDERS, 3)).isFalse();
        assertThat(mark.wantsWire(Uuid.ONE_UUID, 2)).isFalse();
    }

    @Test
    void sendsNoMarkThatIsTooLong() {
        List<TopicIdPartition> partitions = IntStream.range(0, 2000)
                .mapToObj(i -> new TopicIdPartition(new Uuid(1, i + 1), 0, "topic-" + i))
                .toList();

        assertThat(FetchMark.exceptFor(partitions).encode()).isEmpty();
        assertThat(FetchMark.exceptFor(partitions.subList(0, 1000)).encode())
                .hasValueSatisfying(text -> assertThat(text.length()).isLessThanOrEqualTo(FetchMark.MAX_CHARACTERS));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "us-east-1a",
                "culvert",
                "culvert/2",
                "culvert/11",
                "culvert/1;",
                "culvert/1!",
                "culvert/1!;",
                "culvert/1;AAAAAAAAAAIAAAAAAAAAAw",
                "culvert/1;AAAAAAAAAAIAAAAAAAAAAw:",
                "culvert/1;AAAAAAAAAAIAAAAAAAAAAw:-1",
                "culvert/1;AAAAAAAAAAIAAAAAAAAAAw:1,",
                "culvert/1;AAAAAAAAAAIAAAAAAAAAAw:1;",
                "culvert/1;AAAA:1",
                "culvert/1;AAAAAAAAAAIAAAAAAAAAAw:4294967296"
            })
    void takesNothingElseForAMark(String text) {
        assertThat(FetchMark.parse(text)).isEmpty();
    }

    @Provide
    Arbitrary<Set<TopicIdPartition>> partitions() {
        return Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.longs(),
                        Arbitraries.integers().greaterOrEqual(0))
                .as((high, low, partition) -> new TopicIdPartition(new Uuid(high, low), partition, "topic"))
                .set()
                .ofMaxSize(50);
    }
}
