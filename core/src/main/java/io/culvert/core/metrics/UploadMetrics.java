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

package io.culvert.core.metrics;

import io.culvert.core.format.ObjectKind;
import io.culvert.core.upload.UploadObserver;
import io.culvert.core.upload.UploaderStatus;
import io.culvert.core.upload.WireReason;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.metrics.Sensor;

/** Counts what the leader side does. Thread-safe. */
final class UploadMetrics implements UploadObserver {

    private final MetricRegistry registry;
    private final Sensor uploads;
    private final Sensor uploadBytes;
    private final LongAdder catchUpUploads;
    private final LongAdder uploadErrors;
    private final MetricRegistry.Latency uploadLatency;
    private final Sensor uploadSections;
    private final MetricRegistry.Latency sealWait;
    private final MetricRegistry.Latency publishAge;
    private final CountersBy<WireReason> wireForAllSwitches;
    private final CountersBy<WireReason> wireSwitches;
    private final CountersBy<WireReason> wireAnswers;
    private final LongAdder uploaderFaults;
    private final LongAdder referencesServed;
    private final LongAdder referencedBytes;

    UploadMetrics(MetricRegistry registry) {
        this.registry = registry;
        uploads = registry.meter(WalMetric.UPLOADS);
        uploadBytes = registry.meter(WalMetric.UPLOAD_BYTES);
        catchUpUploads = registry.counter(WalMetric.CATCH_UP_UPLOADS);
        uploadErrors = registry.counter(WalMetric.UPLOAD_ERRORS);
        uploadLatency = registry.latency(WalMetric.UPLOAD_LATENCY);
        uploadSections = registry.mean(WalMetric.UPLOAD_SECTIONS);
        sealWait = registry.latency(WalMetric.SEAL_WAIT);
        publishAge = registry.latency(WalMetric.PUBLISH_AGE);
        wireForAllSwitches = byReason(WalMetric.WIRE_FOR_ALL_SWITCHES);
        wireSwitches = byReason(WalMetric.WIRE_SWITCHES);
        wireAnswers = byReason(WalMetric.WIRE_ANSWERS);
        uploaderFaults = registry.counter(WalMetric.UPLOADER_FAULTS);
        referencesServed = registry.counter(WalMetric.REFERENCES_SERVED);
        referencedBytes = registry.counter(WalMetric.REFERENCED_BYTES);
    }

    private CountersBy<WireReason> byReason(WalMetric metric) {
        return new CountersBy<>(registry, metric, "reason", WireReason.class);
    }

    /** Adds the gauges that show what the uploader looks like when they are read. */
    void watch(Supplier<UploaderStatus> status) {
        gauge(WalMetric.UNPUBLISHED_AGE, status, now -> TimeUnit.NANOSECONDS.toMillis(now.oldestUnpublishedNanos()));
        gauge(WalMetric.UNPUBLISHED_OFFSETS, status, UploaderStatus::unpublishedOffsets);
        gauge(WalMetric.UPLOADS_IN_FLIGHT, status, UploaderStatus::inFlightObjects);
        gauge(WalMetric.UPLOAD_BYTES_IN_FLIGHT, status, UploaderStatus::inFlightBytes);
        gauge(WalMetric.DIRTY_PARTITIONS, status, UploaderStatus::dirtyPartitions);
        gauge(WalMetric.TRACKED_PARTITIONS, status, UploaderStatus::trackedPartitions);
        gauge(
                WalMetric.RESTING_PARTITIONS,
                status,
                now -> now.wireForAll().isPresent() ? now.trackedPartitions() : now.restingPartitions());
        gauge(WalMetric.WIRE_FOR_ALL, status, now -> now.wireForAll().isPresent() ? 1 : 0);
        gauge(WalMetric.LAST_UPLOAD_AGE, status, now -> TimeUnit.NANOSECONDS.toMillis(now.sinceLastSuccessNanos()));
    }

    private void gauge(WalMetric metric, Supplier<UploaderStatus> status, ToLongFunction<UploaderStatus> value) {
        registry.gauge(metric, () -> value.applyAsLong(status.get()));
    }

    @Override
    public void sealed(ObjectKind kind, long bytes, int sections, long waitedNanos) {
        uploadSections.record(sections);
        sealWait.record(waitedNanos);
    }

    @Override
    public void putSucceeded(ObjectKind kind, long bytes, long nanos) {
        uploads.record();
        uploadBytes.record((double) bytes);
        uploadLatency.record(nanos);
        if (kind == ObjectKind.CATCH_UP) {
            catchUpUploads.increment();
        }
    }

    @Override
    public void putFailed(ObjectKind kind, long bytes, long nanos, Throwable cause) {
        uploadErrors.increment();
    }

    @Override
    public void published(int partitions, long bytes, long oldestNanos) {
        publishAge.record(oldestNanos);
    }

    @Override
    public void wireForAll(WireReason reason) {
        wireForAllSwitches.add(reason, 1);
    }

    @Override
    public void wireFor(int partitions, WireReason reason) {
        wireSwitches.add(reason, partitions);
    }

    @Override
    public void roundFailed(Throwable cause) {
        uploaderFaults.increment();
    }

    @Override
    public void referencesServed(int references, long bytes) {
        referencesServed.add(references);
        referencedBytes.add(bytes);
    }

    @Override
    public void recordsAnswered(WireReason reason) {
        wireAnswers.add(reason, 1);
    }
}
