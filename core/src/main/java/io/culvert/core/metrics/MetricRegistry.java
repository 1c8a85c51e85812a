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

import io.culvert.core.time.Ticker;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Avg;
import org.apache.kafka.common.metrics.stats.Max;
import org.apache.kafka.common.metrics.stats.Meter;
import org.apache.kafka.common.metrics.stats.Percentile;
import org.apache.kafka.common.metrics.stats.Percentiles;
import org.apache.kafka.common.metrics.stats.Percentiles.BucketSizing;

/** Adds the metrics of the catalog to a broker's metrics, and takes them away again. Thread-safe. */
final class MetricRegistry implements AutoCloseable {

    private static final double MAX_LATENCY_MS = 60_000;
    /** A thousand buckets that grow in width: a tenth of a millisecond at one end, a tenth of a second at the other. */
    private static final int LATENCY_BYTES = 4 * 1_000;

    private final Metrics metrics;
    private final Ticker ticker;
    private final Queue<MetricName> names = new ConcurrentLinkedQueue<>();
    private final Queue<String> sensors = new ConcurrentLinkedQueue<>();

    MetricRegistry(Metrics metrics, Ticker ticker) {
        this.metrics = metrics;
        this.ticker = ticker;
    }

    /** A sum; add to it from any thread, at hardly any cost. */
    LongAdder counter(WalMetric metric, String... tags) {
        LongAdder sum = new LongAdder();
        addGauge(name(metric, MetricKind.COUNTER, "-total", tags), sum::sum);
        return sum;
    }

    void gauge(WalMetric metric, LongSupplier value) {
        addGauge(name(metric, MetricKind.GAUGE, ""), value);
    }

    /** The time since something last happened; it counts from now on. */
    LastTime age(WalMetric metric) {
        LastTime last = new LastTime(ticker);
        gauge(metric, last::ageMs);
        return last;
    }

    /** A rate and a sum. */
    Sensor meter(WalMetric metric, String... tags) {
        Sensor sensor = sensor(metric, tags);
        sensor.add(new Meter(
                name(metric, MetricKind.METER, "-rate", tags), name(metric, MetricKind.METER, "-total", tags)));
        return sensor;
    }

    Sensor mean(WalMetric metric) {
        Sensor sensor = sensor(metric);
        sensor.add(name(metric, MetricKind.MEAN, "-avg"), new Avg());
        return sensor;
    }

    /** A distribution of latencies, to be recorded in nanoseconds. */
    Latency latency(WalMetric metric, String... tags) {
        Sensor sensor = sensor(metric, tags);
        sensor.add(name(metric, MetricKind.DISTRIBUTION, "-avg", tags), new Avg());
        sensor.add(name(metric, MetricKind.DISTRIBUTION, "-max", tags), new Max());
        Map<String, Double> percentiles = Map.of("-p50", 50.0, "-p95", 95.0, "-p99", 99.0, "-p999", 99.9);
        sensor.add(new Percentiles(
                LATENCY_BYTES,
                MAX_LATENCY_MS,
                BucketSizing.LINEAR,
                percentiles.entrySet().stream()
                        .map(entry -> new Percentile(
                                name(metric, MetricKind.DISTRIBUTION, entry.getKey(), tags), entry.getValue()))
                        .toArray(Percentile[]::new)));
        return nanos -> sensor.record(Math.max(0, nanos) / (double) TimeUnit.MILLISECONDS.toNanos(1));
    }

    /** A tag's value for a constant. */
    static String tag(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void addGauge(MetricName name, LongSupplier value) {
        metrics.addMetric(name, (Gauge<Long>) (config, nowMs) -> value.getAsLong());
        names.add(name);
    }

    private Sensor sensor(WalMetric metric, String... tags) {
        String name = WalMetric.GROUP + ":" + metric + ":" + String.join(",", tags);
        sensors.add(name);
        return metrics.sensor(name);
    }

    private MetricName name(WalMetric metric, MetricKind kind, String suffix, String... tags) {
        boolean rightTag = metric.tag().isEmpty() ? tags.length == 0 : tags.length == 2 && tags[0].equals(metric.tag());
        if (metric.kind() != kind || !rightTag) {
            throw new IllegalArgumentException("metric is registered as something else than its catalog says: metric="
                    + metric + " kind=" + kind + " tags=" + String.join(",", tags));
        }
        return metrics.metricName(metric.name(suffix), WalMetric.GROUP, metric.meaning(), tags);
    }

    /** Removes everything that was added. */
    @Override
    public void close() {
        sensors.forEach(metrics::removeSensor);
        names.forEach(metrics::removeMetric);
    }

    /** Where latencies go. */
    @FunctionalInterface
    interface Latency {
        void record(long nanos);
    }

    /** When something last happened. */
    static final class LastTime {
        private final Ticker ticker;
        private volatile long nanos;

        LastTime(Ticker ticker) {
            this.ticker = ticker;
            this.nanos = ticker.nanos();
        }

        void now() {
            nanos = ticker.nanos();
        }

        long ageMs() {
            return TimeUnit.NANOSECONDS.toMillis(ticker.nanos() - nanos);
        }
    }
}
