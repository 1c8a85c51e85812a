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

package io.culvert.core.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The clock against the true append times. */
final class AppendClockPropertyTest {

    private static final long SPACING = 5;
    private static final long OBSERVED_EVERY = 2;

    @Property(tries = 300)
    void neverTakesAByteForYoungerThanItIsNorForMuchOlder(
            @ForAll @Size(max = 60) List<@IntRange(max = 3) Integer> appends) {
        AppendClock clock = new AppendClock(0, 0);
        long[] appendedAt = new long[400];
        long end = 0;
        long now = 0;
        for (int records : appends) {
            for (int i = 0; i < records; i++) {
                appendedAt[(int) end++] = now;
            }
            now++;
            if (now % OBSERVED_EVERY == 0) {
                clock.observe(end, now, SPACING);
            }
        }

        for (int offset = 0; offset < end; offset++) {
            assertThat(clock.notBefore(offset))
                    .isLessThanOrEqualTo(appendedAt[offset])
                    .isGreaterThanOrEqualTo(appendedAt[offset] - SPACING - 2 * OBSERVED_EVERY);
        }
    }
}
