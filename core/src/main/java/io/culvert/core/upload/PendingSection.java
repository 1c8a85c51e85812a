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

import io.culvert.core.format.SectionReference;
import org.jspecify.annotations.Nullable;

/** A section that was read from the log and is in an object that is not known to be stored yet. */
final class PendingSection {

    private final Tenure tenure;
    private final long oldestNanos;
    private @Nullable SectionReference reference;

    /**
     * @param tenure the tenure that will publish it
     * @param oldestNanos when its oldest byte was appended
     */
    PendingSection(Tenure tenure, long oldestNanos) {
        this.tenure = tenure;
        this.oldestNanos = oldestNanos;
    }

    Tenure tenure() {
        return tenure;
    }

    long oldestNanos() {
        return oldestNanos;
    }

    /** Where the section lies, once its PUT was acknowledged. */
    @Nullable
    SectionReference reference() {
        return reference;
    }

    void stored(SectionReference where) {
        reference = where;
    }
}
