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
import io.culvert.core.retention.ObjectRetention;
import io.culvert.core.time.Ticker;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Group commit of what was just appended: when an object is sealed, of what, and what is published. The log is the queue:
 * until an object is sealed nothing is held but the names of dirty partitions. Owned by the uploader's thread.
 */
final class TailUploads {

    /** How often the size of the open object is estimated, unless that takes long. */
    private static final long SCAN_NANOS = 5_000_000L;

    /** Estimating takes at most this fraction of the time. */
    private static final int SCAN_FRACTION = 10;

    private final Tenures tenures;
    private final DirtyPartitions dirty;
    private final WireSwitch wire;
    private final PutLane lane;
    private final ObjectRetention retention;
    private final UploadObserver observer;
    private final Supplier<UploadSettings> settings;
    private final Ticker ticker;
    private final CostSwitch costs = new CostSwitch();
    private final RestLog restLog = new RestLog();

    /** When the first byte of the open object was seen, or {@link PartitionView#NONE}. */
    private long openNanos = PartitionView.NONE;

    private long scanDueNanos;
    private boolean wireIsCheaper;

    TailUploads(
            Tenures tenures,
            DirtyPartitions dirty,
            WireSwitch wire,
            PutLane lane,
            ObjectRetention retention,
            UploadObserver observer,
            Supplier<UploadSettings> settings,
            Ticker ticker) {
        this.tenures = tenures;
        this.dirty = dirty;
        this.wire = wire;
        this.lane = lane;
        this.retention = retention;
        this.observer = observer;
        this.settings = settings;
        this.ticker = ticker;
        this.scanDueNanos = ticker.nanos();
    }

    /** A request thread signalled the partition. */
    void signalled(LeaderPartition partition, long nowNanos) {
        dirty.add(partition);
        if (openNanos == PartitionView.NONE
                || partition.tenure() == null
                || settings.get().policy() == UploadPolicy.LATENCY) {
            scanDueNanos = nowNanos;
        }
    }

    /** Whether the next scan is so near that a signal need not hasten it. */
    boolean lingers() {
        return openNanos != PartitionView.NONE && settings.get().policy() == UploadPolicy.COST;
    }

    /**
     * Seals what is due.
     *
     * @return nanoseconds until it wants to run again
     */
    long runOnce(long nowNanos) {
        if (wire.reason() != null) {
            return Long.MAX_VALUE;
        }
        if (dirty.endRests(nowNanos) > 0) {
            scanDueNanos = nowNanos;
        }
        if (dirty.isEmpty()) {
            // The last partition of the open object may have left otherwise than by being sealed.
            openNanos = PartitionView.NONE;
        }
        boolean mayHaveMore = true;
        while (mayHaveMore) {
            mayHaveMore = hasRoom() && !dirty.isEmpty() && scanDueNanos - nowNanos <= 0 && sealIfDue(nowNanos);
        }
        if (wireIsCheaper) {
            return 0;
        }
        long scan = hasRoom() && !dirty.isEmpty() ? Math.max(0, scanDueNanos - nowNanos) : Long.MAX_VALUE;
        return Math.min(scan, dirty.nanosUntilRestEnds(nowNanos));
    }

    private boolean hasRoom() {
        UploadSettings now = settings.get();
        return lane.hasRoom(now.maxInflight(), now.maxObjectBytes());
    }

    /** Seals one object if one is due; true if there may be another. */
    private boolean sealIfDue(long nowNanos) {
        UploadSettings now = settings.get();
        long began = ticker.nanos();
        OpenObject open = dirty.scan(nowNanos, now);
        long took = ticker.nanos() - began;
        scanDueNanos = nowNanos + Math.max(SCAN_NANOS, SCAN_FRACTION * took);
        if (open.isEmpty()) {
            openNanos = PartitionView.NONE;
            return false;
        }
        if (openNanos == PartitionView.NONE) {
            openNanos = nowNanos;
        }
        long lingerLeft = openNanos + now.lingerNanos() - nowNanos;
        if (open.bytes() < now.maxObjectBytes()
                && lingerLeft > 0
                && now.policy() == UploadPolicy.COST
                && !new CostModel(now).isWorthIt(open)) {
            scanDueNanos = Math.min(scanDueNanos, nowNanos + lingerLeft);
            return false;
        }
        openNanos = PartitionView.NONE;
        if (now.policy() == UploadPolicy.COST && costs.wireIsCheaper(open, now, nowNanos)) {
            wireIsCheaper = true;
            return false;
        }
        boolean sealed = seal(open, nowNanos, now);
        if (sealed && (open.bytes() >= now.maxObjectBytes() || now.policy() == UploadPolicy.LATENCY)) {
            scanDueNanos = nowNanos;
        }
        return sealed;
    }

    private boolean seal(OpenObject open, long nowNanos, UploadSettings now) {
        ObjectAssembler assembler = new ObjectAssembler(now.maxObjectBytes());
        List<ObjectAssembler.Section> sections = assembler.read(open.candidates());
        rest(assembler.unreadable(), nowNanos, now);
        for (Tenure tenure : assembler.empty()) {
            if (tenure.log().logStartOffset() > tenure.nextOffset()) {
                // Records were deleted that no object holds: a new tenure starts behind them.
                tenures.close(tenure, nowNanos, now);
            }
        }
        if (sections.isEmpty()) {
            return false;
        }
        WalObjectBuilder builder = ObjectAssembler.build(sections);
        List<PendingSection> pending = new ArrayList<>(sections.size());
        long oldestNanos = nowNanos;
        for (ObjectAssembler.Section section : sections) {
            Tenure tenure = section.tenure();
            PendingSection sealed = tenure.sealed(section.chunk().endOffset());
            pending.add(sealed);
            if (sealed.oldestNanos() - oldestNanos < 0) {
                oldestNanos = sealed.oldestNanos();
            }
            tenures.sealed(tenure);
            tenure.partition().keepDirty(tenure.appends().notBefore(tenure.nextOffset()));
            dirty.moveToEnd(tenure.partition());
        }
        lane.send(builder, new TailSections(pending, this), nowNanos - oldestNanos, ticker.nanos());
        return true;
    }

    private void rest(List<ObjectAssembler.Unreadable> unreadable, long nowNanos, UploadSettings now) {
        if (unreadable.isEmpty()) {
            return;
        }
        for (ObjectAssembler.Unreadable failed : unreadable) {
            dirty.rest(failed.tenure().partition(), nowNanos, now);
        }
        ObjectAssembler.Unreadable first = unreadable.get(0);
        restLog.rested(unreadable.size(), WireReason.READ, first.tenure().partition(), first.cause(), nowNanos);
        observer.wireFor(unreadable.size(), WireReason.READ);
    }

    /** Sends the partitions whose oldest unpublished byte is too old over the wire for a while. */
    void restOverdue(long nowNanos) {
        UploadSettings now = settings.get();
        dirty.scan(nowNanos, now);
        List<LeaderPartition> overdue = dirty.overdue(nowNanos, now);
        if (overdue.isEmpty()) {
            return;
        }
        for (LeaderPartition partition : overdue) {
            dirty.rest(partition, nowNanos, now);
        }
        restLog.rested(overdue.size(), WireReason.LAG, overdue.get(0), null, nowNanos);
        observer.wireFor(overdue.size(), WireReason.LAG);
    }

    /** An object is stored: publishes what has no earlier section of its partition before it (I1). */
    void stored(List<PendingSection> sections, List<SectionReference> references, long nowNanos) {
        Set<Tenure> tenuresOfObject = new LinkedHashSet<>();
        long bytes = 0;
        long oldestNanos = nowNanos;
        for (int i = 0; i < references.size(); i++) {
            PendingSection section = sections.get(i);
            SectionReference reference = references.get(i);
            if (section.tenure().isClosed()) {
                retention.release(reference.object(), nowNanos);
                continue;
            }
            section.stored(reference);
            tenuresOfObject.add(section.tenure());
            bytes += reference.length();
            if (section.oldestNanos() - oldestNanos < 0) {
                oldestNanos = section.oldestNanos();
            }
        }
        int published = 0;
        for (Tenure tenure : tenuresOfObject) {
            published += tenures.publish(tenure, nowNanos, settings.get()) > 0 ? 1 : 0;
        }
        observer.published(published, bytes, nowNanos - oldestNanos);
    }

    /** An object was given up: the partitions that still wait for it go over the wire for a while. */
    void lost(List<PendingSection> sections, long nowNanos) {
        List<LeaderPartition> waiting = new ArrayList<>();
        for (PendingSection section : sections) {
            if (!section.tenure().isClosed()) {
                waiting.add(section.tenure().partition());
                dirty.rest(section.tenure().partition(), nowNanos, settings.get());
            }
        }
        if (!waiting.isEmpty()) {
            restLog.rested(waiting.size(), WireReason.STORE, waiting.get(0), null, nowNanos);
            observer.wireFor(waiting.size(), WireReason.STORE);
        }
    }

    /**
     * Decides whether objects pay: before an object is sealed, and while the wire is used because they did not, whenever the
     * appends of a while are known.
     *
     * @return whether the wire is to be used for what objects cost
     */
    boolean wirePays(long nowNanos) {
        UploadSettings now = settings.get();
        if (now.policy() != UploadPolicy.COST) {
            return false;
        }
        if (!wire.holds(WireReason.COST)) {
            boolean cheaper = wireIsCheaper;
            wireIsCheaper = false;
            if (cheaper) {
                costs.measureFrom(nowNanos);
            }
            return cheaper;
        }
        if (costs.nanosUntilMeasured(nowNanos) > 0) {
            return true;
        }
        boolean objectsPay = costs.objectsPay(dirty.scan(nowNanos, now), now, nowNanos);
        dirty.restartTenures(nowNanos, now);
        return !objectsPay;
    }

    /** Nanoseconds until {@link #wirePays} can change its mind while the wire is used. */
    long nanosUntilMeasured(long nowNanos) {
        return wire.holds(WireReason.COST) && !dirty.isEmpty() ? costs.nanosUntilMeasured(nowNanos) : Long.MAX_VALUE;
    }

    /** Ends all tenures, when the wire takes over. */
    void closeAll(long nowNanos) {
        for (Tenure tenure : List.copyOf(tenures.holding())) {
            tenures.close(tenure, nowNanos, settings.get());
        }
        openNanos = PartitionView.NONE;
    }
}
