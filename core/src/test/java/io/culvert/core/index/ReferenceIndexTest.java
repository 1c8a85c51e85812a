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

package io.culvert.core.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.culvert.core.format.ObjectId;
import io.culvert.core.format.SectionReference;
import org.junit.jupiter.api.Test;

final class ReferenceIndexTest {

    private static SectionReference reference(long base, long end) {
        return new SectionReference(0, new ObjectId(1, 2, base), 0, 100, 0, 3, base, end);
    }

    @Test
    void findsTheReferenceThatCoversAnOffsetInsideIt() {
        ReferenceIndex index = ReferenceIndex.startingAt(10)
                .append(reference(10, 20), 10, 0)
                .append(reference(20, 21), 20, 0)
                .append(reference(21, 50), 21, 0);

        assertThat(index.from(15, 1)).containsExactly(reference(10, 20));
        assertThat(index.from(20, 200)).containsExactly(reference(20, 21), reference(21, 50));
        assertThat(index.from(9, 1_000)).isEmpty();
        assertThat(index.from(50, 1_000)).isEmpty();
        assertThat(index.endOffset()).isEqualTo(50);
    }

    @Test
    void refusesAGapAndAnOverlap() {
        ReferenceIndex index = ReferenceIndex.startingAt(10).append(reference(10, 20), 10, 0);

        assertThatThrownBy(() -> index.append(reference(21, 22), 21, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> index.append(reference(19, 22), 19, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsItsEndWhenItsReferencesAreGone() {
        ReferenceIndex index = ReferenceIndex.startingAt(10)
                .append(reference(10, 20), 10, 0)
                .append(reference(20, 30), 20, 7)
                .dropFirst();

        assertThat(index.startOffset()).isEqualTo(20);
        assertThat(index.firstAddedNanos()).isEqualTo(7);
        assertThat(index.appendedNanos(29)).isEqualTo(20);
        assertThatThrownBy(() -> index.appendedNanos(19)).hasMessageContaining("offset=19");
        assertThat(index.covers(19)).isFalse();
        ReferenceIndex empty = index.dropFirst();
        assertThat(empty.isEmpty()).isTrue();
        assertThat(empty.startOffset()).isEqualTo(30);
        assertThat(empty.append(reference(30, 31), 30, 0).covers(30)).isTrue();
    }

    @Test
    void anOlderSnapshotThatIsAppendedToAgainDoesNotDisturbTheNewerOne() {
        ReferenceIndex older = ReferenceIndex.startingAt(0).append(reference(0, 1), 0, 0);
        ReferenceIndex newer = older.append(reference(1, 5), 1, 0);
        ReferenceIndex other = older.append(reference(1, 9), 1, 0);

        assertThat(newer.references()).containsExactly(reference(0, 1), reference(1, 5));
        assertThat(other.references()).containsExactly(reference(0, 1), reference(1, 9));
    }
}
