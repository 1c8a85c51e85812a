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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The published references of one partition while one leader leads it: {@code [startOffset, endOffset)} without a gap.
 *
 * <p>Every value is an immutable snapshot that any thread may read. Snapshots share their references' array: appending to
 * the newest one costs no copy, so that a partition with many references does not pay for each new one.
 */
public final class ReferenceIndex {

    private static final int FIRST_CAPACITY = 8;

    /** Slots {@code [from, to)} belong to this snapshot; later slots may belong to newer ones. */
    private final @Nullable SectionReference[] slots;

    private final long[] addedNanos;
    private final long[] appendedNanos;
    private final int from;
    private final int to;
    private final long endOffset;

    private ReferenceIndex(
            @Nullable SectionReference[] slots,
            long[] addedNanos,
            long[] appendedNanos,
            int from,
            int to,
            long endOffset) {
        this.slots = slots;
        this.addedNanos = addedNanos;
        this.appendedNanos = appendedNanos;
        this.from = from;
        this.to = to;
        this.endOffset = endOffset;
    }

    /** An index without references whose first one must begin at {@code offset}. */
    public static ReferenceIndex startingAt(long offset) {
        return new ReferenceIndex(new @Nullable SectionReference[0], new long[0], new long[0], 0, 0, offset);
    }

    /** First offset that a reference covers; {@link #endOffset()} if there is none. */
    public long startOffset() {
        return isEmpty() ? endOffset : at(from).baseOffset();
    }

    /** The uploaded end: the next reference begins here. */
    public long endOffset() {
        return endOffset;
    }

    public int size() {
        return to - from;
    }

    public boolean isEmpty() {
        return from == to;
    }

    /** Says whether a reference covers {@code offset}. */
    public boolean covers(long offset) {
        return startOffset() <= offset && offset < endOffset;
    }

    /** The first reference. */
    public Optional<SectionReference> first() {
        return isEmpty() ? Optional.empty() : Optional.of(at(from));
    }

    /** When the first reference was added; meaningless if there is none. */
    public long firstAddedNanos() {
        return isEmpty() ? 0 : addedNanos[from];
    }

    /**
     * When the oldest byte of the reference that covers {@code offset} was appended to the log.
     *
     * @throws IllegalArgumentException if none does
     */
    public long appendedNanos(long offset) {
        if (!covers(offset)) {
            throw new IllegalArgumentException("no reference covers the offset: offset=" + offset + " index=" + this);
        }
        return appendedNanos[slotCovering(offset)];
    }

    /**
     * The references that a fetch wants.
     *
     * @param fetchOffset first offset wanted; may lie inside a reference
     * @param maxBytes at most this many section bytes, but always one section
     * @return contiguous references, the first covering {@code fetchOffset}; empty if none does
     */
    public List<SectionReference> from(long fetchOffset, int maxBytes) {
        if (!covers(fetchOffset)) {
            return List.of();
        }
        List<SectionReference> wanted = new ArrayList<>();
        long bytes = 0;
        for (int i = slotCovering(fetchOffset); i < to; i++) {
            SectionReference reference = at(i);
            bytes += reference.length();
            if (!wanted.isEmpty() && bytes > maxBytes) {
                break;
            }
            wanted.add(reference);
        }
        return wanted;
    }

    private int slotCovering(long offset) {
        int low = from;
        int high = to - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (at(middle).endOffset() <= offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * This index with one more reference. Only the thread that owns the index appends.
     *
     * @param oldestNanos when its oldest byte was appended to the log
     * @throws IllegalArgumentException if the reference does not begin at {@link #endOffset()}
     */
    public ReferenceIndex append(SectionReference reference, long oldestNanos, long nowNanos) {
        if (reference.baseOffset() != endOffset) {
            throw new IllegalArgumentException("reference leaves a gap or an overlap: endOffset=" + endOffset
                    + " baseOffset=" + reference.baseOffset());
        }
        boolean slotIsFree = to < slots.length && slots[to] == null;
        @Nullable SectionReference[] target = slots;
        long[] added = addedNanos;
        long[] appended = appendedNanos;
        int first = from;
        int next = to;
        if (!slotIsFree) {
            int capacity = Math.max(FIRST_CAPACITY, 2 * size());
            target = Arrays.copyOf(Arrays.copyOfRange(slots, from, to), capacity);
            added = Arrays.copyOf(Arrays.copyOfRange(addedNanos, from, to), capacity);
            appended = Arrays.copyOf(Arrays.copyOfRange(appendedNanos, from, to), capacity);
            first = 0;
            next = size();
        }
        target[next] = reference;
        added[next] = nowNanos;
        appended[next] = oldestNanos;
        return new ReferenceIndex(target, added, appended, first, next + 1, reference.endOffset());
    }

    /** This index without its first reference. */
    public ReferenceIndex dropFirst() {
        if (size() <= 1) {
            return startingAt(endOffset);
        }
        return new ReferenceIndex(slots, addedNanos, appendedNanos, from + 1, to, endOffset);
    }

    /** The references, first to last. */
    public List<SectionReference> references() {
        List<SectionReference> all = new ArrayList<>(size());
        for (int i = from; i < to; i++) {
            all.add(at(i));
        }
        return all;
    }

    private SectionReference at(int slot) {
        SectionReference reference = slots[slot];
        if (reference == null) {
            throw new IllegalStateException("empty slot in index: slot=" + slot + " from=" + from + " to=" + to);
        }
        return reference;
    }

    @Override
    public String toString() {
        return "ReferenceIndex[" + startOffset() + ".." + endOffset + ", size=" + size() + "]";
    }
}
