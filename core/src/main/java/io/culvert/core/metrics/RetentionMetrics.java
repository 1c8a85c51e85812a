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

import io.culvert.core.retention.RetentionObserver;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.metrics.Sensor;

/** Counts what retention does. Thread-safe. */
final class RetentionMetrics implements RetentionObserver {

    private final Sensor deletes;
    private final LongAdder deleteErrors;
    private final LongAdder deletesDropped;
    private final LongAdder sweeps;
    private final LongAdder sweepErrors;
    private final LongAdder leftOver;
    private final MetricRegistry.LastTime lastSweep;
    private volatile int liveObjects;
    private volatile int deleteBacklog;

    RetentionMetrics(MetricRegistry registry) {
        registry.gauge(WalMetric.LIVE_OBJECTS, () -> liveObjects);
        registry.gauge(WalMetric.DELETE_BACKLOG, () -> deleteBacklog);
        deletes = registry.meter(WalMetric.DELETES);
        deleteErrors = registry.counter(WalMetric.DELETE_ERRORS);
        deletesDropped = registry.counter(WalMetric.DELETES_DROPPED);
        sweeps = registry.counter(WalMetric.SWEEPS);
        sweepErrors = registry.counter(WalMetric.SWEEP_ERRORS);
        leftOver = registry.counter(WalMetric.LEFT_OVER);
        lastSweep = registry.age(WalMetric.LAST_SWEEP_AGE);
    }

    @Override
    public void live(int objects) {
        liveObjects = objects;
    }

    @Override
    public void backlog(int objects) {
        deleteBacklog = objects;
    }

    @Override
    public void deleted(int objects) {
        deletes.record(objects);
    }

    @Override
    public void deleteFailed(int objects, Throwable cause) {
        deleteErrors.add(objects);
    }

    @Override
    public void dropped(int objects) {
        deletesDropped.add(objects);
    }

    @Override
    public void swept(int seen, int found) {
        sweeps.increment();
        leftOver.add(found);
        lastSweep.now();
    }

    @Override
    public void sweepFailed(Throwable cause) {
        sweepErrors.increment();
    }
}
