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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ObjectKeysPropertyTest {

    private static final ObjectKeys KEYS = new ObjectKeys("team/culvert", "MkU3OEVBNTcwNTJENDM2Qg");

    @Test
    void padsEveryNumber() {
        assertThat(KEYS.key(new ObjectId(3, 42, 7)))
                .isEqualTo("team/culvert/MkU3OEVBNTcwNTJENDM2Qg/0000000003/0000000000000000042/0000000000000000007");
    }

    @Property
    void parsesItsOwnKeys(
            @ForAll @IntRange(min = 0, max = Integer.MAX_VALUE) int brokerId,
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long brokerEpoch,
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long sequence) {
        ObjectId object = new ObjectId(brokerId, brokerEpoch, sequence);

        String key = KEYS.key(object);

        assertThat(KEYS.parse(key)).contains(object);
        assertThat(key)
                .startsWith(KEYS.clusterPrefix())
                .startsWith(KEYS.brokerPrefix(brokerId))
                .startsWith(KEYS.streamPrefix(brokerId, brokerEpoch));
    }

    @Property
    void sortsKeysOfAStreamAsTheirSequenceNumbers(
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long left,
            @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long right) {
        String leftKey = KEYS.key(new ObjectId(1, 2, left));
        String rightKey = KEYS.key(new ObjectId(1, 2, right));

        assertThat(Integer.signum(leftKey.compareTo(rightKey))).isEqualTo(Long.compare(left, right));
    }

    @Property
    void neverThrowsOnForeignKeys(@ForAll String key) {
        assertThat(KEYS.parse(key)).isEmpty();
    }

    @Test
    void knowsNoKeyOfAnotherClusterOrPrefix() {
        ObjectId object = new ObjectId(1, 2, 3);

        assertThat(KEYS.parse(new ObjectKeys("team/culvert", "other").key(object)))
                .isEmpty();
        assertThat(KEYS.parse(new ObjectKeys("culvert", KEYS.clusterId()).key(object)))
                .isEmpty();
        assertThat(ObjectKeys.parseAny(new ObjectKeys("culvert", "other").key(object)))
                .contains(new ObjectKeys.Parsed(new ObjectKeys("culvert", "other"), object));
    }

    @Test
    void refusesNumbersThatDoNotFit() {
        String stream = KEYS.clusterPrefix() + "0000000001/0000000000000000002/";
        List<String> keys = List.of(
                stream + "9999999999999999999",
                stream + "1",
                stream + "-000000000000000001",
                KEYS.clusterPrefix() + "9999999999/0000000000000000002/0000000000000000001");

        assertThat(keys).allSatisfy(key -> assertThat(KEYS.parse(key)).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "a/", "/a", "a//b", ".", "a/..", "a b", "ä"})
    void refusesPrefixesThatAreNoKeySegments(String prefix) {
        assertThatThrownBy(() -> new ObjectKeys(prefix, "cluster"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("prefix=" + prefix);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "..", "a b"})
    void refusesClusterIdsThatAreNoKeySegment(String clusterId) {
        assertThatThrownBy(() -> new ObjectKeys("culvert", clusterId))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("clusterId=" + clusterId);
    }
}
