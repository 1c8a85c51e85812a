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
import io.culvert.core.log.LeaderLog;
import io.culvert.core.log.LeaderLogs;
import io.culvert.core.retention.ObjectRetention;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens, continues and closes the tenures of partitions, and lets go of references that nobody needs any more. Owned by the
 * uploader's thread.
 */
final class Tenures {

    /** References kept per partition (I8); a replica that needs older ones catches up. */
    static final int MAX_REFERENCES = 256;

    private final LeaderLogs logs;
    private final PartitionTable table;
    private final WireSwitch wire;
    private final ObjectRetention retention;
    private final Changes changes;

    /** Tenures with sections that are published, shelved, or sealed and not published. */
    private final Set<Tenure> holding = new LinkedHashSet<>();

    Tenures(LeaderLogs logs, PartitionTable table, WireSwitch wire, ObjectRetention retention, Changes changes) {
        this.logs = logs;
        this.table = table;
        this.wire = wire;
        this.retention = retention;
        this.changes = changes;
    }

    Set<Tenure> holding() {
        return holding;
    }

    /**
     * The tenure of a partition: the present one while leadership has stayed, else a new one that starts at the high
     * watermark, which all in-sync replicas have passed.
     *
     * @return null if this broker does not lead the partition on the object path, or nobody follows it
     */
    @Nullable
    Tenure ensure(LeaderPartition partition, long nowNanos, UploadSettings settings) {
        Tenure tenure = partition.tenure();
        if (tenure != null && tenure.isOf(wire.generation()) && tenure.log().isCurrent()) {
            return tenure;
        }
        Optional<LeaderLog> found = logs.leaderLog(partition.id());
        if (tenure != null) {
            if (found.isPresent()
                    && tenure.isOf(wire.generation())
                    && tenure.continuesAs(found.get())
                    && !found.get().followers().isEmpty()) {
                tenure.continueAs(found.get());
                show(tenure);
                return tenure;
            }
            close(tenure, nowNanos, settings);
        }
        if (found.isEmpty()) {
            forget(partition);
            return null;
        }
        LeaderLog log = found.get();
        if (log.followers().isEmpty()) {
            partition.show(PartitionView.UNRESOLVED);
            partition.keepDirty(nowNanos);
            return null;
        }
        long start = Math.max(log.highWatermark(), log.logStartOffset());
        Tenure opened = new Tenure(partition, log, wire.generation(), start, nowNanos);
        partition.setTenure(opened);
        partition.keepDirty(nowNanos);
        show(opened);
        return opened;
    }

    /** Shows request threads what a tenure holds now, and has parked fetches look at it. */
    void show(Tenure tenure) {
        tenure.partition().show(tenure.view());
        changes.add(tenure.partition());
    }

    /** This broker does not lead the partition on the object path any more. */
    void forget(LeaderPartition partition) {
        table.remove(partition);
        changes.add(partition);
    }

    void close(Tenure tenure, long nowNanos, UploadSettings settings) {
        tenure.close(
                published -> retention.releaseAfter(published.object(), nowNanos + settings.graceNanos(), nowNanos),
                storedOnly -> retention.release(storedOnly.object(), nowNanos));
        holding.remove(tenure);
        tenure.partition().setTenure(null);
    }

    /** A section of the tenure was sealed. */
    void sealed(Tenure tenure) {
        holding.add(tenure);
        tenure.partition().show(tenure.view());
    }

    /** Shows what was uploaded on demand for followers below the tenure's index. */
    void shelve(Tenure tenure, CatchUpShelf shelf) {
        tenure.shelve(shelf);
        holding.add(tenure);
        show(tenure);
    }

    /** Publishes what is stored, in order; returns how many sections. */
    int publish(Tenure tenure, long nowNanos, UploadSettings settings) {
        int published = tenure.publishStored(nowNanos);
        if (published > 0) {
            while (tenure.index().size() > MAX_REFERENCES) {
                dropFirst(tenure, nowNanos + settings.graceNanos(), nowNanos);
            }
            show(tenure);
        }
        return published;
    }

    /**
     * Lets go of what all replicas have passed, of what is too old, and of what the log cleaner may have rewritten.
     *
     * @return partitions whose leadership has to be looked at
     */
    List<LeaderPartition> letGo(long nowNanos, UploadSettings settings) {
        List<LeaderPartition> doubtful = new ArrayList<>();
        for (Tenure tenure : List.copyOf(holding)) {
            if (!tenure.isOf(wire.generation()) || !tenure.log().isCurrent()) {
                doubtful.add(tenure.partition());
                continue;
            }
            int before = tenure.index().size();
            letGo(tenure, nowNanos, settings);
            if (tenure.index().size() != before) {
                tenure.partition().show(tenure.view());
            }
            if (tenure.index().isEmpty()
                    && !tenure.hasUnpublished()
                    && tenure.shelf().isEmpty()) {
                holding.remove(tenure);
            }
        }
        return doubtful;
    }

    private void letGo(Tenure tenure, long nowNanos, UploadSettings settings) {
        LeaderLog log = tenure.log();
        long passed = log.slowestReplicaEndOffset();
        long cleaned = log.isCompacted() ? log.cleanedEndOffset() : 0;
        Optional<SectionReference> first = tenure.index().first();
        while (first.isPresent()) {
            long end = first.get().endOffset();
            boolean tooOld = nowNanos - tenure.index().firstAddedNanos() > settings.retentionNanos();
            if (end <= passed) {
                dropFirst(tenure, nowNanos, nowNanos);
            } else if (tooOld || end <= cleaned) {
                dropFirst(tenure, nowNanos + settings.graceNanos(), nowNanos);
            } else {
                return;
            }
            first = tenure.index().first();
        }
    }

    private void dropFirst(Tenure tenure, long heldUntilNanos, long nowNanos) {
        tenure.index()
                .first()
                .ifPresent(reference -> retention.releaseAfter(reference.object(), heldUntilNanos, nowNanos));
        tenure.dropFirst();
    }
}
