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
import java.util.List;

/** The sections of a tail object: they are published in offset order by their tenures, whatever order objects land in. */
final class TailSections implements SealedSections {

    private final List<PendingSection> sections;
    private final TailUploads tail;

    TailSections(List<PendingSection> sections, TailUploads tail) {
        this.sections = sections;
        this.tail = tail;
    }

    @Override
    public boolean isWanted() {
        for (PendingSection section : sections) {
            if (!section.tenure().isClosed()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void stored(List<SectionReference> references, long nowNanos) {
        tail.stored(sections, references, nowNanos);
    }

    @Override
    public void lost(long nowNanos) {
        tail.lost(sections, nowNanos);
    }
}
