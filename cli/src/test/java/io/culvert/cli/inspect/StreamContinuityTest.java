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

import static io.culvert.cli.inspect.SampleStore.ORDERS;
import static io.culvert.cli.inspect.SampleStore.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.core.format.ObjectHeader;
import io.culvert.core.format.ObjectId;
import io.culvert.core.format.ObjectKind;
import io.culvert.core.format.SectionEntry;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.TopicIdPartition;
import org.junit.jupiter.api.Test;

final class StreamContinuityTest {

    private final StreamContinuity continuity = new StreamContinuity();

    @Test
    void acceptsSectionsThatContinueEachOther() {
        assertThat(add(5, section(ORDERS, 4, 100, 110, 50))).isEmpty();
        assertThat(add(6, section(PAYMENTS, 1, 0, 10, 0))).isEmpty();
        assertThat(add(7, section(ORDERS, 4, 110, 120, 50), section(ORDERS, 4, 120, 125, 50)))
                .isEmpty();
    }

    @Test
    void acceptsANewRun() {
        add(0, section(ORDERS, 4, 100, 110, 50));

        assertThat(add(1, section(ORDERS, 5, 110, 120, 110))).isEmpty();
        assertThat(add(2, section(ORDERS, 5, 140, 150, 140))).isEmpty();
        assertThat(add(3, section(ORDERS, 5, 145, 160, 145))).isEmpty();
        assertThat(add(4, section(ORDERS, 5, 160, 170, 145))).isEmpty();
    }

    @Test
    void findsAGap() {
        add(0, section(ORDERS, 4, 100, 110, 50));

        assertThat(add(1, section(ORDERS, 4, 111, 120, 50)))
                .hasValueSatisfying(fault -> assertThat(fault).startsWith("offsets are missing: partition=orders-0"));
    }

    @Test
    void findsAGapWithinAnObject() {
        assertThat(add(0, section(ORDERS, 4, 100, 110, 50), section(ORDERS, 4, 111, 120, 50)))
                .isPresent();
    }

    @Test
    void forgivesAGapWhereAnObjectIsMissing() {
        add(0, section(ORDERS, 4, 100, 110, 50));

        assertThat(add(2, section(ORDERS, 4, 120, 130, 50))).isEmpty();
        assertThat(add(3, section(ORDERS, 4, 131, 140, 50))).isPresent();
    }

    @Test
    void forgivesARunThatMayHaveBegunInAMissingObject() {
        add(0, section(ORDERS, 4, 100, 110, 50));

        assertThat(add(2, section(ORDERS, 4, 107, 130, 105))).isEmpty();
    }

    @Test
    void findsAnOverlapEvenWhereAnObjectIsMissing() {
        add(0, section(ORDERS, 4, 100, 110, 50));

        assertThat(add(2, section(ORDERS, 4, 109, 130, 50)))
                .hasValueSatisfying(fault -> assertThat(fault).startsWith("sections overlap"));
    }

    @Test
    void acceptsARunThatBeginsAgainBecauseItsFirstUploadWasGivenUp() {
        add(0, section(ORDERS, 4, 50, 60, 50));

        assertThat(add(1, section(ORDERS, 4, 50, 70, 50))).isEmpty();
        assertThat(add(2, section(ORDERS, 4, 70, 80, 50))).isEmpty();
        assertThat(add(3, section(ORDERS, 4, 79, 90, 50))).isPresent();
    }

    @Test
    void findsALeaderEpochThatFalls() {
        add(0, section(ORDERS, 4, 100, 110, 50));

        assertThat(add(2, section(ORDERS, 3, 110, 120, 110)))
                .hasValueSatisfying(fault -> assertThat(fault).startsWith("leader epoch falls"));
    }

    @Test
    void findsARunWithoutItsBeginning() {
        add(0, section(ORDERS, 4, 100, 110, 50));

        assertThat(add(1, section(ORDERS, 5, 120, 130, 115)))
                .hasValueSatisfying(fault -> assertThat(fault).startsWith("run does not begin at its base"));
    }

    @Test
    void looksAtEachPartitionByItself() {
        add(0, section(ORDERS, 4, 100, 110, 50), section(PAYMENTS, 4, 0, 10, 0));

        assertThat(add(1, section(PAYMENTS, 4, 10, 20, 0))).isEmpty();
        assertThat(add(2, section(ORDERS, 4, 110, 120, 50))).isEmpty();
    }

    private Optional<String> add(long sequence, SectionEntry... sections) {
        ObjectHeader header = new ObjectHeader(ObjectKind.TAIL, "cluster", new ObjectId(1, 2, sequence), 0);
        return continuity.add(header, List.of(sections));
    }

    private static SectionEntry section(
            TopicIdPartition partition, int epoch, long baseOffset, long endOffset, long uploadBase) {
        return new SectionEntry(partition, epoch, baseOffset, endOffset, uploadBase, 64, 100, 0);
    }
}
