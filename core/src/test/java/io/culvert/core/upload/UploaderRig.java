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

import io.culvert.api.StoragePrices;
import io.culvert.core.config.CatchupSource;
import io.culvert.core.config.UploadPolicy;
import io.culvert.core.format.ObjectKind;
import io.culvert.core.format.References;
import io.culvert.core.format.SectionReference;
import io.culvert.core.log.LeaderLogs;
import io.culvert.core.retention.DeleteQueue;
import io.culvert.core.retention.ObjectRetention;
import io.culvert.core.retention.RetentionObserver;
import io.culvert.core.upload.LeaderSide.FetchAnswer;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;

/** An uploader with everything around it in memory, and a clock that tests move. */
final class UploaderRig {

    /** Who asks unless a test says otherwise. */
    Follower follower = new Follower(2, true);

    static final UploadSettings SETTINGS = new UploadSettings(
            false,
            UploadPolicy.LATENCY,
            TimeUnit.MILLISECONDS.toNanos(50),
            4 << 20,
            4,
            TimeUnit.SECONDS.toNanos(1),
            CatchupSource.STORE,
            TimeUnit.MINUTES.toNanos(10),
            StoragePrices.FREE,
            0.02);

    final ManualTicker ticker = new ManualTicker();
    final ManualStore store = new ManualStore();
    final Map<TopicIdPartition, FakePartition> partitions = new LinkedHashMap<>();
    final List<Collection<TopicIdPartition>> wakes = new ArrayList<>();
    final RecordingObserver events = new RecordingObserver();
    final ObjectRetention retention;
    final WalUploader uploader;
    UploadSettings settings;
    int rounds;
    private boolean woken = true;
    private long dueNanos;
    private long retentionDueNanos;

    UploaderRig() {
        this(SETTINGS);
    }

    UploaderRig(UploadSettings settings) {
        this.settings = settings;
        RetentionObserver nobody = new RetentionObserver() {};
        retention = new ObjectRetention(new DeleteQueue(store, nobody, this::wake), nobody);
        LeaderLogs logs = id -> Optional.ofNullable(partitions.get(id)).flatMap(FakePartition::view);
        uploader = new WalUploader(new WalUploader.Environment(
                "cluster",
                1,
                100,
                logs,
                store,
                wakes::add,
                retention,
                () -> this.settings,
                events,
                ticker,
                this::wake));
        dueNanos = ticker.nanos();
        retentionDueNanos = dueNanos;
    }

    private void wake() {
        woken = true;
    }

    FakePartition partition(int number) {
        TopicIdPartition id = new TopicIdPartition(new Uuid(1, 1), number, "topic");
        return partitions.computeIfAbsent(id, FakePartition::new);
    }

    /** Appends to a partition, as a producer does. */
    void append(FakePartition partition, int size) {
        partition.append(1, size);
        uploader.appended(partition.id());
    }

    /** Lets the uploader do all it can at the present time. */
    void run() {
        int here = 0;
        while (woken || dueNanos - ticker.nanos() <= 0 || retentionDueNanos - ticker.nanos() <= 0) {
            woken = false;
            rounds++;
            if (++here > 1_000) {
                throw new AssertionError("the uploader runs round in circles");
            }
            dueNanos = later(step());
            retentionDueNanos = later(retention.runOnce(ticker.nanos()));
        }
    }

    private long step() {
        try {
            return uploader.runOnce(ticker.nanos());
        } catch (Throwable failure) {
            uploader.failed(failure, ticker.nanos());
            return 0;
        }
    }

    private long later(long wait) {
        return ticker.nanos() + Math.min(wait, TimeUnit.DAYS.toNanos(1));
    }

    /** Moves the clock, running the uploader whenever it wants to. */
    void advance(long ms) {
        long target = ticker.nanos() + TimeUnit.MILLISECONDS.toNanos(ms);
        run();
        while (Math.min(dueNanos, retentionDueNanos) - target < 0) {
            ticker.advanceTo(Math.max(ticker.nanos(), Math.min(dueNanos, retentionDueNanos)));
            run();
        }
        ticker.advanceTo(target);
        run();
    }

    FetchAnswer answer(FakePartition partition, long fetchOffset) {
        return uploader.answer(partition.id(), partition.leaderEpoch(), fetchOffset, follower);
    }

    List<SectionReference> references(FakePartition partition, long fetchOffset) {
        return answered(partition, fetchOffset).sections();
    }

    References answered(FakePartition partition, long fetchOffset) {
        return uploader.references(partition.id(), partition.leaderEpoch(), fetchOffset, follower, 1 << 20);
    }

    /** What a follower at an offset reads from the store. */
    byte[] read(FakePartition partition, long fetchOffset) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        references(partition, fetchOffset).forEach(reference -> out.writeBytes(store.read(reference)));
        return out.toByteArray();
    }

    FetchAnswer answer(FakePartition partition, long fetchOffset, int id) {
        return uploader.answer(partition.id(), partition.leaderEpoch(), fetchOffset, new Follower(id, true));
    }

    static UploadSettings costSettings(StoragePrices prices) {
        return new UploadSettings(
                false,
                UploadPolicy.COST,
                SETTINGS.lingerNanos(),
                SETTINGS.maxObjectBytes(),
                SETTINGS.maxInflight(),
                SETTINGS.fallbackNanos(),
                SETTINGS.catchupSource(),
                SETTINGS.retentionNanos(),
                prices,
                SETTINGS.crossZoneUsdPerGb());
    }

    /** Counts events. */
    static final class RecordingObserver implements UploadObserver {
        final List<WireReason> wireForAll = new ArrayList<>();
        final List<Throwable> failures = new ArrayList<>();
        int objectPathForAll;
        int rested;
        long sealedObjects;

        @Override
        public void sealed(ObjectKind kind, long bytes, int sections, long waitedNanos) {
            sealedObjects++;
        }

        @Override
        public void wireForAll(WireReason reason) {
            wireForAll.add(reason);
        }

        @Override
        public void objectPathForAll(long nanos) {
            objectPathForAll++;
        }

        @Override
        public void wireFor(int partitions, WireReason reason) {
            rested += partitions;
        }

        @Override
        public void roundFailed(Throwable cause) {
            failures.add(cause);
        }
    }
}
