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

import io.culvert.api.RemoteWalStorageException;
import io.culvert.core.store.StoreObserver;
import io.culvert.core.store.StoreOperation;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.metrics.Sensor;

/** Counts requests to the store. Thread-safe. */
final class StoreMetrics implements StoreObserver {

    private static final String TAG = "operation";

    private final Map<StoreOperation, Answered> answered = new EnumMap<>(StoreOperation.class);
    private final CountersBy<StoreOperation> errors;
    private final LongAdder ownObjects;

    /** What is recorded of an answered request. */
    private record Answered(Sensor requests, Sensor bytes, MetricRegistry.Latency latency) {}

    StoreMetrics(MetricRegistry registry) {
        for (StoreOperation operation : StoreOperation.values()) {
            String tag = MetricRegistry.tag(operation);
            answered.put(
                    operation,
                    new Answered(
                            registry.meter(WalMetric.REQUESTS, TAG, tag),
                            registry.meter(WalMetric.REQUEST_BYTES, TAG, tag),
                            registry.latency(WalMetric.REQUEST_LATENCY, TAG, tag)));
        }
        errors = new CountersBy<>(registry, WalMetric.REQUEST_ERRORS, TAG, StoreOperation.class);
        ownObjects = registry.counter(WalMetric.OWN_OBJECTS);
    }

    @Override
    public void succeeded(StoreOperation operation, long bytes, long nanos) {
        Answered sensors = Objects.requireNonNull(answered.get(operation));
        sensors.requests.record();
        sensors.bytes.record((double) bytes);
        sensors.latency.record(nanos);
    }

    @Override
    public void failed(StoreOperation operation, RemoteWalStorageException failure, long nanos) {
        errors.add(operation, 1);
    }

    @Override
    public void foundOwnObject() {
        ownObjects.increment();
    }
}
