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
import io.culvert.core.log.LeaderLog.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * References to sections that were uploaded on demand, below the index; they may leave gaps and overlap. An immutable
 * snapshot that any thread may read.
 *
 * <p>What lies below the index may change: the log cleaner rewrites it, retention deletes it. A follower that came later
 * would get a record from here whose tombstone is gone from the log by the time it gets there, and keep it for ever.
 * Therefore a reference is given out only while the leader's log still has the very bytes that it names (I2).
 */
public final class CatchUpShelf {

    /** By base offset, ascending. */
    private final List<Shelved> all;

    private record Shelved(SectionReference reference, Source source) {

        boolean serves(long offset) {
            return reference.covers(offset) && source.stillHas(offset);
        }
    }

    private CatchUpShelf(List<Shelved> all) {
        this.all = all;
    }

    /** A shelf without references. */
    public static CatchUpShelf empty() {
        return new CatchUpShelf(List.of());
    }

    /** All references, those too that are not given out any more. */
    public List<SectionReference> references() {
        return all.stream().map(Shelved::reference).toList();
    }

    /** The references of which the log has nothing any more. */
    public List<SectionReference> stale() {
        return all.stream()
                .filter(shelved ->
                        !shelved.source().stillHas(shelved.reference().endOffset() - 1))
                .map(Shelved::reference)
                .toList();
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public int size() {
        return all.size();
    }

    /** The reference that covers {@code offset} and reaches farthest, of those that the log still has. */
    public Optional<SectionReference> covering(long offset) {
        // Asked for every partition of every fetch, and nearly always of an empty shelf.
        return all.isEmpty() ? Optional.empty() : farthest(all.stream().filter(shelved -> shelved.serves(offset)));
    }

    /**
     * The references that a fetch wants, of those that the log still has.
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
        return farthest(
                all.stream().filter(shelved -> shelved.reference().baseOffset() == offset && shelved.serves(offset)));
    }

    private static Optional<SectionReference> farthest(Stream<Shelved> shelved) {
        return shelved.map(Shelved::reference).max(Comparator.comparingLong(SectionReference::endOffset));
    }

    /** This shelf with one more reference. */
    public CatchUpShelf with(SectionReference reference, Source source) {
        List<Shelved> more = new ArrayList<>(all);
        more.add(new Shelved(reference, source));
        more.sort(Comparator.comparingLong(shelved -> shelved.reference().baseOffset()));
        return new CatchUpShelf(List.copyOf(more));
    }

    /** This shelf without some of its references. */
    public CatchUpShelf without(List<SectionReference> gone) {
        return new CatchUpShelf(all.stream()
                .filter(shelved -> !gone.contains(shelved.reference()))
                .toList());
    }
}
