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

package io.culvert.cli.demo;

import io.culvert.cluster.load.Ledger;
import io.culvert.cluster.load.TopicWriter;
import io.culvert.cluster.load.Traffic;

/**
 * Everything measured about one topic. Not thread-safe: the demo's own thread adds to it.
 *
 * <p>The warm-up and the kill are not measured; what they wrote is audited all the same.
 */
final class TopicRun {

    private final DemoTopic topic;
    private final Ledger ledger;
    private final TopicWriter writer;
    private final Latencies latencies = new Latencies();
    private Traffic traffic = Traffic.NONE;
    private long measuredRecords;
    private long bulkRecords;
    private long bulkNanos;

    TopicRun(DemoTopic topic, Ledger ledger, TopicWriter writer) {
        this.topic = topic;
        this.ledger = ledger;
        this.writer = writer;
    }

    DemoTopic topic() {
        return topic;
    }

    Ledger ledger() {
        return ledger;
    }

    TopicWriter writer() {
        return writer;
    }

    Latencies latencies() {
        return latencies;
    }

    Traffic traffic() {
        return traffic;
    }

    /** Returns how many records caused the traffic. */
    long measuredRecords() {
        return measuredRecords;
    }

    void addTraffic(Traffic more, long records) {
        traffic = traffic.plus(more);
        measuredRecords += records;
    }

    void addBulk(long records, long nanos) {
        bulkRecords += records;
        bulkNanos += nanos;
    }

    /** Returns the records per second of the bulk measurement. */
    double bulkRate() {
        return bulkNanos == 0 ? 0 : bulkRecords / (bulkNanos / 1e9);
    }
}
