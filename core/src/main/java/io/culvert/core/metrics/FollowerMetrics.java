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

import io.culvert.core.fetch.FetchFailure;
import io.culvert.core.fetch.FollowerObserver;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.metrics.Sensor;

/** Counts what the follower side does. Thread-safe. */
final class FollowerMetrics implements FollowerObserver {

    private final Sensor gets;
    private final Sensor getBytes;
    private final CountersBy<FetchFailure> getErrors;
    private final MetricRegistry.Latency getLatency;
    private final Sensor sectionsPerGet;
    private final LongAdder hedges;
    private final LongAdder hedgeWins;
    private final MetricRegistry.LastTime lastGet;
    private final Sensor sections;
    private final Sensor sectionBytes;
    private final LongAdder corruptSections;
    private final Sensor fallbackBytes;
    private final LongAdder wirePartitions = new LongAdder();
    private final LongAdder movedToWire;
    private final LongAdder movedToObjects;

    FollowerMetrics(MetricRegistry registry) {
        gets = registry.meter(WalMetric.GETS);
        getBytes = registry.meter(WalMetric.GET_BYTES);
        getErrors = new CountersBy<>(registry, WalMetric.GET_ERRORS, "reason", FetchFailure.class);
        getLatency = registry.latency(WalMetric.GET_LATENCY);
        sectionsPerGet = registry.mean(WalMetric.SECTIONS_PER_GET);
        hedges = registry.counter(WalMetric.HEDGES);
        hedgeWins = registry.counter(WalMetric.HEDGE_WINS);
        lastGet = registry.age(WalMetric.LAST_GET_AGE);
        sections = registry.meter(WalMetric.SECTIONS);
        sectionBytes = registry.meter(WalMetric.SECTION_BYTES);
        corruptSections = registry.counter(WalMetric.CORRUPT_SECTIONS);
        fallbackBytes = registry.meter(WalMetric.FALLBACK_BYTES);
        registry.gauge(WalMetric.WIRE_PARTITIONS, wirePartitions::sum);
        movedToWire = registry.counter(WalMetric.MOVED_TO_WIRE);
        movedToObjects = registry.counter(WalMetric.MOVED_TO_OBJECTS);
    }

    @Override
    public void getStarted(int sectionCount, int bytes) {
        gets.record();
        sectionsPerGet.record(sectionCount);
    }

    @Override
    public void hedgeStarted(int bytes) {
        hedges.increment();
    }

    @Override
    public void getSucceeded(int bytes, long nanos, boolean byHedge) {
        getBytes.record(bytes);
        getLatency.record(nanos);
        lastGet.now();
        if (byHedge) {
            hedgeWins.increment();
        }
    }

    @Override
    public void getFailed(FetchFailure failure) {
        getErrors.add(failure, 1);
    }

    @Override
    public void sectionsFetched(int count, long bytes) {
        sections.record(count);
        sectionBytes.record((double) bytes);
    }

    @Override
    public void sectionCorrupt() {
        corruptSections.increment();
    }

    @Override
    public void wireBytes(long bytes) {
        fallbackBytes.record((double) bytes);
    }

    @Override
    public void movedToWire(int partitions) {
        movedToWire.add(partitions);
    }

    @Override
    public void movedToObjects(int partitions) {
        movedToObjects.add(partitions);
    }

    @Override
    public void wirePartitionsChanged(int delta) {
        wirePartitions.add(delta);
    }
}
