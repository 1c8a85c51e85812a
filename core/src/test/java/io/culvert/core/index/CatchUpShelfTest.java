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

import io.culvert.core.format.ObjectId;
import io.culvert.core.format.SectionReference;
import io.culvert.core.log.LeaderLog.Source;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class CatchUpShelfTest {

    private static final Source KEPT = offset -> true;

    private static SectionReference reference(long base, long end) {
        return new SectionReference(0, new ObjectId(1, 2, base), 0, 100, 0, 3, base, end);
    }

    /** A reference batch with falling epochs cannot be written. */
    @Test
    void doesNotGoBackToAnOlderLeaderEpoch() {
        SectionReference newer = new SectionReference(0, new ObjectId(1, 2, 7), 0, 100, 0, 4, 0, 10);
        CatchUpShelf shelf = CatchUpShelf.empty().with(newer, KEPT).with(reference(10, 20), KEPT);

        assertThat(shelf.from(0, 1 << 20)).containsExactly(newer);
        assertThat(shelf.from(10, 1 << 20)).containsExactly(reference(10, 20));
    }

    @Test
    void servesContiguousReferencesOnly() {
        CatchUpShelf shelf = CatchUpShelf.empty()
                .with(reference(30, 40), KEPT)
                .with(reference(0, 10), KEPT)
                .with(reference(10, 20), KEPT);

        assertThat(shelf.from(5, 1_000)).containsExactly(reference(0, 10), reference(10, 20));
        assertThat(shelf.from(5, 199)).containsExactly(reference(0, 10));
        assertThat(shelf.from(25, 1_000)).isEmpty();
        assertThat(shelf.from(39, 1)).containsExactly(reference(30, 40));
    }

    @Test
    void prefersTheReferenceThatReachesFarthestWhereTheyOverlap() {
        CatchUpShelf shelf = CatchUpShelf.empty().with(reference(0, 10), KEPT).with(reference(5, 25), KEPT);

        assertThat(shelf.from(7, 1_000)).containsExactly(reference(5, 25));
        assertThat(shelf.from(2, 1_000)).containsExactly(reference(0, 10));
    }

    @Test
    void losesWhatIsTakenAway() {
        CatchUpShelf shelf = CatchUpShelf.empty().with(reference(0, 10), KEPT).with(reference(10, 20), KEPT);

        assertThat(shelf.without(List.of(reference(0, 10))).references()).containsExactly(reference(10, 20));
        assertThat(shelf.without(shelf.references()).isEmpty()).isTrue();
    }

    @Test
    void givesOutNothingThatTheLogDoesNotHaveAnyMore() {
        AtomicBoolean cleaned = new AtomicBoolean();
        CatchUpShelf shelf = CatchUpShelf.empty()
                .with(reference(0, 10), KEPT)
                .with(reference(10, 20), offset -> !cleaned.get())
                .with(reference(20, 30), KEPT);
        assertThat(shelf.from(0, 1 << 20)).hasSize(3);
        assertThat(shelf.stale()).isEmpty();

        cleaned.set(true);

        assertThat(shelf.from(0, 1 << 20)).containsExactly(reference(0, 10));
        assertThat(shelf.from(10, 1 << 20)).isEmpty();
        assertThat(shelf.covering(15)).isEmpty();
        assertThat(shelf.from(20, 1 << 20)).containsExactly(reference(20, 30));
        assertThat(shelf.stale()).containsExactly(reference(10, 20));
        assertThat(shelf.references()).hasSize(3);
    }

    @Test
    void takesAnotherReferenceWhereTheFarthestIsOfAnOlderLog() {
        CatchUpShelf shelf =
                CatchUpShelf.empty().with(reference(0, 20), offset -> false).with(reference(0, 10), KEPT);

        assertThat(shelf.from(5, 1 << 20)).containsExactly(reference(0, 10));
    }

    /** Records were deleted up to 15. */
    @Test
    void givesOutNothingBelowTheStartOfTheLog() {
        CatchUpShelf shelf = CatchUpShelf.empty()
                .with(reference(0, 10), offset -> offset >= 15)
                .with(reference(10, 20), offset -> offset >= 15);

        assertThat(shelf.covering(9)).isEmpty();
        assertThat(shelf.covering(14)).isEmpty();
        assertThat(shelf.covering(15)).contains(reference(10, 20));
        assertThat(shelf.stale()).containsExactly(reference(0, 10));
    }
}
