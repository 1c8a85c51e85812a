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
import io.culvert.core.index.CatchUpShelf;
import io.culvert.core.index.ReferenceIndex;
import io.culvert.core.log.LeaderLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One partition's time on the object path: from the high watermark at its start on, without a gap, until leadership is
 * lost or the wire takes over. Owned by the uploader's thread.
 */
final class Tenure {

    private final LeaderPartition partition;
    private final long generation;
    private final AppendClock appends;
    private final Deque<PendingSection> unpublished = new ArrayDeque<>();
    private LeaderLog log;
    private long epochUploadBase;
    private long nextOffset;
    private ReferenceIndex index;
    private CatchUpShelf shelf = CatchUpShelf.empty();
    private final List<CatchUpSection> catchUps = new ArrayList<>();
    private boolean closed;

    Tenure(LeaderPartition partition, LeaderLog log, long generation, long startOffset, long nowNanos) {
        this.partition = partition;
        this.log = log;
        this.generation = generation;
        this.epochUploadBase = startOffset;
        this.nextOffset = startOffset;
        this.index = ReferenceIndex.startingAt(startOffset);
        this.appends = new AppendClock(startOffset, nowNanos);
    }

    LeaderPartition partition() {
        return partition;
    }

    LeaderLog log() {
        return log;
    }

    ReferenceIndex index() {
        return index;
    }

    AppendClock appends() {
        return appends;
    }

    /** The offset from which the next section is read. */
    long nextOffset() {
        return nextOffset;
    }

    /** The offset at which the uploads of the log's leader epoch begin. */
    long epochUploadBase() {
        return epochUploadBase;
    }

    boolean isOf(long currentGeneration) {
        return generation == currentGeneration;
    }

    boolean isClosed() {
        return closed;
    }

    boolean hasUnpublished() {
        return !unpublished.isEmpty();
    }

    /** How far the log's end is ahead of what is published. */
    long unpublishedOffsets() {
        return Math.max(0, log.logEndOffset() - index.endOffset());
    }

    /** When the oldest sealed but unpublished byte was appended, or {@link PartitionView#NONE}. */
    long oldestUnpublishedNanos() {
        PendingSection oldest = unpublished.peekFirst();
        return oldest == null ? PartitionView.NONE : oldest.oldestNanos();
    }

    /** Says whether leadership cannot have been elsewhere between the present view of the log and a newer one. */
    boolean continuesAs(LeaderLog newer) {
        return newer.leaderEpoch() == log.leaderEpoch() || newer.leaderEpoch() == log.leaderEpoch() + 1;
    }

    /** Goes on with a newer view of the log. */
    void continueAs(LeaderLog newer) {
        if (newer.leaderEpoch() != log.leaderEpoch()) {
            epochUploadBase = nextOffset;
        }
        log = newer;
    }

    /** Takes a section up to {@code endOffset} as read. */
    PendingSection sealed(long endOffset) {
        PendingSection section = new PendingSection(this, appends.notBefore(nextOffset));
        unpublished.addLast(section);
        nextOffset = endOffset;
        return section;
    }

    /**
     * Publishes the sections that are stored, up to the first that is not (I1).
     *
     * @return how many
     */
    int publishStored(long nowNanos) {
        int published = 0;
        PendingSection first = unpublished.peekFirst();
        while (first != null) {
            SectionReference reference = first.reference();
            if (reference == null) {
                break;
            }
            index = index.append(reference, first.oldestNanos(), nowNanos);
            unpublished.removeFirst();
            published++;
            first = unpublished.peekFirst();
        }
        return published;
    }

    /** Drops the index's first reference. */
    void dropFirst() {
        index = index.dropFirst();
    }

    CatchUpShelf shelf() {
        return shelf;
    }

    /** Replaces the sections that were uploaded on demand. */
    void shelve(CatchUpShelf newShelf) {
        shelf = newShelf;
    }

    /**
     * Where the next section on demand should begin for a follower at {@code offset}.
     *
     * @param aheadBytes section bytes ahead of the follower that are enough
     * @return -1 if the index or what is on the way reaches far enough
     */
    long catchUpFrom(long offset, long aheadBytes) {
        long next = offset;
        long ahead = 0;
        while (next < index.startOffset() && ahead < aheadBytes) {
            Optional<SectionReference> shelved = shelf.covering(next);
            CatchUpSection onTheWay = shelved.isPresent() ? null : catchUpCovering(next);
            if (shelved.isPresent()) {
                ahead += shelved.get().length();
                next = shelved.get().endOffset();
            } else if (onTheWay != null) {
                ahead += onTheWay.length();
                next = onTheWay.endOffset();
            } else {
                return next;
            }
        }
        return -1;
    }

    private @Nullable CatchUpSection catchUpCovering(long offset) {
        for (CatchUpSection section : catchUps) {
            if (section.baseOffset() <= offset && offset < section.endOffset()) {
                return section;
            }
        }
        return null;
    }

    /** A section on demand was sealed. */
    void catchUpSealed(CatchUpSection section) {
        catchUps.add(section);
    }

    /** A section on demand is stored or was given up. */
    void catchUpEnded(CatchUpSection section) {
        catchUps.remove(section);
    }

    /**
     * Ends the tenure: nothing of it is published or served any more.
     *
     * @param published gets what request threads may have handed out
     * @param storedOnly gets what is stored and was never published
     */
    void close(Consumer<SectionReference> published, Consumer<SectionReference> storedOnly) {
        closed = true;
        index.references().forEach(published);
        index = ReferenceIndex.startingAt(index.endOffset());
        shelf.references().forEach(published);
        shelf = CatchUpShelf.empty();
        for (PendingSection section : unpublished) {
            SectionReference reference = section.reference();
            if (reference != null) {
                storedOnly.accept(reference);
            }
        }
        unpublished.clear();
    }

    /** What request threads may see now. */
    PartitionView view() {
        return new PartitionView(
                PartitionView.State.OBJECT, generation, log.leaderEpoch(), index, shelf, oldestUnpublishedNanos());
    }
}
