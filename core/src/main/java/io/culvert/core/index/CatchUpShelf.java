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

import io.culvert.core.format.SectionReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * References to sections that were uploaded on demand, below the index; they may leave gaps and overlap. An immutable
 * snapshot that any thread may read.
 */
public final class CatchUpShelf {

    /** By base offset, ascending. */
    private final List<SectionReference> references;

    private CatchUpShelf(List<SectionReference> references) {
        this.references = references;
    }

    /** A shelf without references. */
    public static CatchUpShelf empty() {
        return new CatchUpShelf(List.of());
    }

    public List<SectionReference> references() {
        return references;
    }

    public boolean isEmpty() {
        return references.isEmpty();
    }

    public int size() {
        return references.size();
    }

    /** The reference that covers {@code offset} and reaches farthest. */
    public Optional<SectionReference> covering(long offset) {
        SectionReference found = null;
        for (SectionReference reference : references) {
            if (reference.covers(offset) && (found == null || reference.endOffset() > found.endOffset())) {
                found = reference;
            }
        }
        return Optional.ofNullable(found);
    }

    /**
     * The references that a fetch wants.
     *
     * @param fetchOffset first offset wanted; may lie inside a reference
     * @param maxBytes at most this many section bytes, but always one section
     * @return contiguous references, the first covering {@code fetchOffset}; empty if none does
     */
    public List<SectionReference> from(long fetchOffset, int maxBytes) {
        List<SectionReference> wanted = new ArrayList<>();
        Optional<SectionReference> next = covering(fetchOffset);
        long bytes = 0;
        while (next.isPresent()) {
            SectionReference reference = next.get();
            bytes += reference.length();
            boolean isOlder = !wanted.isEmpty()
                    && reference.leaderEpoch() < wanted.get(wanted.size() - 1).leaderEpoch();
            // An answer's leader epochs never fall: a section that was uploaded earlier waits for the next one.
            if (!wanted.isEmpty() && (bytes > maxBytes || isOlder)) {
                break;
            }
            wanted.add(reference);
            next = beginningAt(reference.endOffset());
        }
        return wanted;
    }

    private Optional<SectionReference> beginningAt(long offset) {
        return references.stream()
                .filter(reference -> reference.baseOffset() == offset)
                .max(Comparator.comparingLong(SectionReference::endOffset));
    }

    /** This shelf with one more reference. */
    public CatchUpShelf with(SectionReference reference) {
        List<SectionReference> more = new ArrayList<>(references);
        more.add(reference);
        more.sort(Comparator.comparingLong(SectionReference::baseOffset));
        return new CatchUpShelf(List.copyOf(more));
    }

    /** This shelf without some of its references. */
    public CatchUpShelf without(List<SectionReference> gone) {
        List<SectionReference> rest = new ArrayList<>(references);
        rest.removeAll(gone);
        return new CatchUpShelf(List.copyOf(rest));
    }
}
