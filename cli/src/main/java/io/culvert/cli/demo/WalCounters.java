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

import io.culvert.cluster.BrokerMetrics;

/** Names of Culvert's own metrics, summed over everything they are tagged with. */
final class WalCounters {

    private static final String BEANS = "kafka.server:type=remote-wal-metrics,*";

    private WalCounters() {}

    /** Returns what a broker says about itself since its start; a stock broker says nothing. */
    static Traffic of(BrokerMetrics metrics) {
        return new Traffic(
                metrics.replicationBytes().total(),
                sum(metrics, "put-total"),
                sum(metrics, "get-total"),
                sum(metrics, "put-bytes-total"),
                sum(metrics, "get-bytes-total"),
                sum(metrics, "fallback-bytes-total"));
    }

    private static long sum(BrokerMetrics metrics, String attribute) {
        return (long) metrics.read(BEANS, attribute).values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }
}
