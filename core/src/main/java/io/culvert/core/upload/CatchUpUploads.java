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

import io.culvert.core.config.UploadPolicy;
import io.culvert.core.format.SectionReference;
import io.culvert.core.format.WalObjectBuilder;
import io.culvert.core.index.CatchUpShelf;
import io.culvert.core.log.LeaderLog;
import io.culvert.core.log.LeaderLog.KeptChunk;
import io.culvert.core.log.LeaderLog.LogChunk;
import io.culvert.core.retention.ObjectRetention;
import io.culvert.core.time.Ticker;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Uploads on demand what followers below the index fetch next, in a lane of its own: neither delays the tail nor crosses
 * zones. Partitions take turns, a section each, so that many lagging ones share the lane evenly. Owned by the uploader's
 * thread.
 */
final class CatchUpUploads {

    private static final Logger LOG = LoggerFactory.getLogger(CatchUpUploads.class);

    /** An object is not made larger, but for a last batch that is larger than a section. */
    static final int MAX_OBJECT_BYTES = 8 << 20;

    static final int MAX_INFLIGHT = 2;

    /** As much as a follower fetches of a partition at once by Kafka's defaults. */
    static final int SECTION_BYTES = 1 << 20;

    /** What is kept uploaded ahead of a follower, so that it need not wait for the next section. */
    static final int AHEAD_BYTES = 4 << 20;

    private static final int MAX_SHELF = 64;

    /** A follower that was not seen for so long has caught up or gone away. */
    private static final long GONE_AFTER_NANOS = 10_000_000_000L;

    private static final long AFTER_LOSS_NANOS = 200_000_000L;
    private static final long CLEAN_NANOS = 1_000_000_000L;

    private final Tenures tenures;
    private final PutLane lane;
    private final WireSwitch wire;
    private final ObjectRetention retention;
    private final Changes changes;
    private final Supplier<UploadSettings> settings;
    private final Ticker ticker;

    /** Partitions with followers below their index, in turn. */
    private final Set<LeaderPartition> lagging = new LinkedHashSet<>();

    private long notBeforeNanos;
    private long cleanDueNanos;

    CatchUpUploads(
            Tenures tenures,
            PutLane lane,
            WireSwitch wire,
            ObjectRetention retention,
            Changes changes,
            Supplier<UploadSettings> settings,
            Ticker ticker) {
        this.tenures = tenures;
        this.lane = lane;
        this.wire = wire;
        this.retention = retention;
        this.changes = changes;
        this.settings = settings;
        this.ticker = ticker;
        this.notBeforeNanos = ticker.nanos();
        this.cleanDueNanos = ticker.nanos();
    }

    /** A follower of the partition may have moved below its index. */
    void signalled(LeaderPartition partition) {
        Laggards laggards = partition.laggards();
        if (laggards != null && !laggards.isEmpty()) {
            lagging.add(partition);
        }
    }

    /** The partition is not on the object path any more. */
    void remove(LeaderPartition partition) {
        lagging.remove(partition);
    }

    /**
     * Seals what is wanted and fits.
     *
     * @return nanoseconds until it wants to run again
     */
    long runOnce(long nowNanos) {
        if (lagging.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long wait = Long.MAX_VALUE;
        if (wire.reason() == null) {
            if (notBeforeNanos - nowNanos > 0) {
                wait = notBeforeNanos - nowNanos;
            } else {
                boolean mayHaveMore = true;
                while (mayHaveMore && lane.hasRoom(MAX_INFLIGHT, MAX_OBJECT_BYTES)) {
                    mayHaveMore = seal(nowNanos);
                }
            }
        }
        if (cleanDueNanos - nowNanos <= 0) {
            cleanDueNanos = nowNanos + CLEAN_NANOS;
            lane.giveUpSlow(2 * settings.get().fallbackNanos(), nowNanos);
            clean(nowNanos);
        }
        return Math.min(wait, Math.min(cleanDueNanos - nowNanos, wakeOverdue(nowNanos)));
    }

    private boolean seal(long nowNanos) {
        if (wirePays(MAX_OBJECT_BYTES)) {
            // Not even the largest object would pay, so the log need not be read to see how large this one gets.
            List.copyOf(lagging).forEach(partition -> toWire(partition, nowNanos));
            return false;
        }
        WalObjectBuilder builder = new WalObjectBuilder();
        List<CatchUpSection> sections = new ArrayList<>();
        boolean progress = true;
        while (progress && hasSpace(builder)) {
            progress = false;
            for (LeaderPartition partition : List.copyOf(lagging)) {
                if (hasSpace(builder) && readNext(partition, builder, sections, nowNanos)) {
                    progress = true;
                    lagging.remove(partition);
                    lagging.add(partition);
                }
            }
        }
        if (sections.isEmpty()) {
            return false;
        }
        if (wirePays(builder.sectionBytes())) {
            for (CatchUpSection section : sections) {
                section.tenure().catchUpEnded(section);
                toWire(section.tenure().partition(), nowNanos);
            }
            return false;
        }
        lane.send(builder, new Sections(sections), 0, ticker.nanos());
        return true;
    }

    /** Says whether another section is worth a read: the rest of an object may be too small for a batch. */
    private static boolean hasSpace(WalObjectBuilder builder) {
        return builder.sectionBytes() <= MAX_OBJECT_BYTES - SECTION_BYTES;
    }

    /** Says whether an object is dearer than the wire, as if one follower read every byte with one GET. */
    private boolean wirePays(long bytes) {
        UploadSettings now = settings.get();
        CostModel costs = new CostModel(now);
        return now.policy() == UploadPolicy.COST && costs.objectUsd(bytes, bytes, 1) > costs.wireUsd(bytes);
    }

    /** Reads one section for the follower of the partition that is farthest behind what is uploaded for it. */
    private boolean readNext(
            LeaderPartition partition, WalObjectBuilder builder, List<CatchUpSection> sections, long nowNanos) {
        Tenure tenure = partition.tenure();
        Laggards laggards = partition.laggards();
        if (tenure == null
                || laggards == null
                || !tenure.isOf(wire.generation())
                || !tenure.log().isCurrent()) {
            return false;
        }
        long next = Long.MAX_VALUE;
        for (Laggards.Position position : laggards.positions()) {
            if (position.offset() < tenure.log().logStartOffset()) {
                // The broker tells it that its offset is out of range, and it comes back at one that is there.
                laggards.forget(position);
                continue;
            }
            long wanted = position.isOnWire(nowNanos) ? -1 : tenure.catchUpFrom(position.offset(), AHEAD_BYTES);
            if (wanted >= 0) {
                next = Math.min(next, wanted);
            }
        }
        if (next == Long.MAX_VALUE) {
            return false;
        }
        LeaderLog log = tenure.log();
        Optional<KeptChunk> chunk;
        try {
            chunk = log.readToKeep(next, SECTION_BYTES);
        } catch (RuntimeException e) {
            LOG.warn("log could not be read for a follower that catches up: partition={}", partition, e);
            chunk = Optional.empty();
        }
        if (chunk.isEmpty() || !log.isCurrent()) {
            toWire(partition, nowNanos);
            return false;
        }
        LogChunk read = chunk.get().chunk();
        int length = read.bytes().remaining();
        builder.add(partition.id(), log.leaderEpoch(), next, read.endOffset(), next, read.bytes());
        CatchUpSection section = new CatchUpSection(
                tenure, next, read.endOffset(), length, chunk.get().source());
        tenure.catchUpSealed(section);
        sections.add(section);
        return true;
    }

    private void toWire(LeaderPartition partition, long nowNanos) {
        Laggards laggards = partition.laggards();
        if (laggards != null) {
            boolean moved = false;
            for (Laggards.Position position : laggards.positions()) {
                if (!position.isOnWire(nowNanos)) {
                    laggards.toWire(position, nowNanos, settings.get().fallbackNanos());
                    moved = true;
                }
            }
            if (moved) {
                changes.add(partition);
            }
        }
    }

    /** Has followers that waited too long look again: they will go over the wire. */
    private long wakeOverdue(long nowNanos) {
        long patienceNanos = settings.get().uploadNanos();
        long wait = Long.MAX_VALUE;
        for (LeaderPartition partition : lagging) {
            Laggards laggards = partition.laggards();
            if (laggards == null) {
                continue;
            }
            for (Laggards.Position position : laggards.positions()) {
                long left = position.sinceNanos() + patienceNanos + 1 - nowNanos;
                if (left > 0) {
                    wait = Math.min(wait, left);
                } else if (left > -CLEAN_NANOS && !position.isOnWire(nowNanos)) {
                    changes.add(partition);
                }
            }
        }
        return wait;
    }

    /** Forgets followers that have caught up or gone away, and what nobody needs any more. */
    private void clean(long nowNanos) {
        for (Iterator<LeaderPartition> all = lagging.iterator(); all.hasNext(); ) {
            LeaderPartition partition = all.next();
            Laggards laggards = partition.laggards();
            Tenure tenure = partition.tenure();
            if (laggards != null) {
                for (Laggards.Position position : laggards.positions()) {
                    if (nowNanos - position.seenNanos() > GONE_AFTER_NANOS) {
                        laggards.forget(position);
                    }
                }
            }
            long lowest = laggards == null ? Long.MAX_VALUE : laggards.lowestOffset();
            if (tenure != null) {
                letGo(tenure, lowest, nowNanos);
            }
            if (lowest == Long.MAX_VALUE) {
                all.remove();
            }
        }
    }

    private void letGo(Tenure tenure, long lowestOffset, long nowNanos) {
        CatchUpShelf shelf = tenure.shelf();
        List<SectionReference> stale = shelf.stale();
        List<SectionReference> gone = new ArrayList<>();
        for (SectionReference reference : shelf.references()) {
            boolean tooMany = shelf.size() - gone.size() > MAX_SHELF;
            if (reference.endOffset() <= lowestOffset || tooMany || stale.contains(reference)) {
                gone.add(reference);
            }
        }
        if (!gone.isEmpty()) {
            tenures.shelve(tenure, shelf.without(gone));
            long until = nowNanos + settings.get().graceNanos();
            gone.forEach(reference -> retention.releaseAfter(reference.object(), until, nowNanos));
        }
    }

    /** Begins anew with these partitions, after an error in the middle of a round. */
    void recover(Iterable<LeaderPartition> all) {
        lagging.clear();
        all.forEach(this::signalled);
    }

    /** The sections of one object. */
    private final class Sections implements SealedSections {

        private final List<CatchUpSection> sections;

        Sections(List<CatchUpSection> sections) {
            this.sections = sections;
        }

        @Override
        public boolean isWanted() {
            return sections.stream().anyMatch(section -> !section.tenure().isClosed());
        }

        @Override
        public void stored(List<SectionReference> references, long nowNanos) {
            for (int i = 0; i < references.size(); i++) {
                SectionReference reference = references.get(i);
                CatchUpSection section = sections.get(i);
                Tenure tenure = section.tenure();
                tenure.catchUpEnded(section);
                if (tenure.isClosed() || !section.isInLog()) {
                    retention.release(reference.object(), nowNanos);
                    continue;
                }
                tenures.shelve(tenure, tenure.shelf().with(reference, section.source()));
                // Its follower may have gone meanwhile: somebody has to clear the shelf.
                lagging.add(tenure.partition());
            }
        }

        @Override
        public void lost(long nowNanos) {
            for (CatchUpSection section : sections) {
                section.tenure().catchUpEnded(section);
            }
            notBeforeNanos = nowNanos + AFTER_LOSS_NANOS;
        }
    }
}
