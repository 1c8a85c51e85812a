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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The index against a list. */
final class ReferenceIndexPropertyTest {

    @Property(tries = 300)
    void everySnapshotAnswersAsAListWould(
            @ForAll @Size(max = 80) List<@IntRange(min = -2, max = 40) Integer> steps,
            @ForAll @IntRange(max = 1_000) int start,
            @ForAll @IntRange(max = 500) int maxBytes) {
        ReferenceIndex index = ReferenceIndex.startingAt(start);
        List<SectionReference> model = new ArrayList<>();
        long end = start;
        Map<ReferenceIndex, List<SectionReference>> snapshots = new LinkedHashMap<>();
        for (int step : steps) {
            if (step < 0) {
                index = index.dropFirst();
                model = model.isEmpty() ? model : new ArrayList<>(model.subList(1, model.size()));
            } else {
                SectionReference next = new SectionReference(
                        0, new ObjectId(1, 1, end), 0, 1 + step * 5, 0, 0, end, end + 1 + step % 7);
                index = index.append(next, appendedNanos(next), step);
                model = new ArrayList<>(model);
                model.add(next);
                end = next.endOffset();
            }
            snapshots.put(index, model);
        }

        snapshots.forEach((snapshot, expected) -> check(snapshot, expected, maxBytes));
        assertThat(index.endOffset()).isEqualTo(end);
    }

    private static long appendedNanos(SectionReference reference) {
        return 3 * reference.baseOffset();
    }

    private static void check(ReferenceIndex index, List<SectionReference> expected, int maxBytes) {
        assertThat(index.references()).isEqualTo(expected);
        assertThat(index.size()).isEqualTo(expected.size());
        long from = index.startOffset() - 2;
        for (long offset = from; offset < index.endOffset() + 2; offset++) {
            List<SectionReference> wanted = wanted(expected, offset, maxBytes);
            assertThat(index.from(offset, maxBytes)).isEqualTo(wanted);
            if (!wanted.isEmpty()) {
                assertThat(index.appendedNanos(offset)).isEqualTo(appendedNanos(wanted.get(0)));
            }
        }
    }

    private static List<SectionReference> wanted(List<SectionReference> all, long offset, int maxBytes) {
        List<SectionReference> wanted = new ArrayList<>();
        int bytes = 0;
        for (SectionReference reference : all) {
            if (wanted.isEmpty() && !reference.covers(offset)) {
                continue;
            }
            bytes += reference.length();
            if (!wanted.isEmpty() && bytes > maxBytes) {
                break;
            }
            wanted.add(reference);
        }
        return wanted;
    }
}
