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

import io.culvert.core.fetch.FollowerObserver;
import io.culvert.core.retention.RetentionObserver;
import io.culvert.core.store.StoreObserver;
import io.culvert.core.time.Ticker;
import io.culvert.core.upload.UploadObserver;
import io.culvert.core.upload.UploaderStatus;
import java.util.function.Supplier;
import org.apache.kafka.common.metrics.Metrics;

/**
 * Puts what Culvert does among a broker's own metrics, in the group {@code remote-wal-metrics}, where every metrics
 * reporter and JMX see it. {@code docs/metrics.md} says what each metric means. Thread-safe; nothing blocks beyond
 * Kafka's own metrics.
 */
public final class WalMetrics implements AutoCloseable {

    private final MetricRegistry registry;
    private final UploadMetrics upload;
    private final FollowerMetrics follower;
    private final RetentionMetrics retention;
    private final StoreMetrics store;

    /**
     * Adds all metrics but those of the uploader's status; once for each broker.
     *
     * @param metrics the broker's metrics
     * @param ticker the clock of ages
     */
    public WalMetrics(Metrics metrics, Ticker ticker) {
        registry = new MetricRegistry(metrics, ticker);
        upload = new UploadMetrics(registry);
        follower = new FollowerMetrics(registry);
        retention = new RetentionMetrics(registry);
        store = new StoreMetrics(registry);
    }

    /**
     * Adds the gauges of the uploader's status; once, when there is an uploader.
     *
     * @param status looked up whenever a gauge is read, by any thread
     */
    public void watch(Supplier<UploaderStatus> status) {
        upload.watch(status);
    }

    /** Counts what the leader side does. */
    public UploadObserver upload() {
        return upload;
    }

    /** Counts what the follower side does. */
    public FollowerObserver follower() {
        return follower;
    }

    /** Counts what retention does. */
    public RetentionObserver retention() {
        return retention;
    }

    /** Counts requests to the store. */
    public StoreObserver store() {
        return store;
    }

    /** Takes every metric away again. */
    @Override
    public void close() {
        registry.close();
    }
}
