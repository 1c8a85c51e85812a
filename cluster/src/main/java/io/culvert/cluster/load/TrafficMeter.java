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

package io.culvert.cluster.load;

import io.culvert.cluster.BrokerMetrics;
import io.culvert.cluster.KafkaCluster;
import io.culvert.cluster.KafkaNode;

/**
 * Reads how much replication has moved: from the sockets between brokers, and from Culvert's own metrics, which {@code
 * docs/metrics.md} lists.
 *
 * @param cluster whose brokers all run
 */
public record TrafficMeter(KafkaCluster cluster) {

    private static final String BEANS = "kafka.server:type=remote-wal-metrics";
    private static final String PUTS = BEANS + ",operation=put";
    private static final String GETS = BEANS + ",operation=get";

    /** Returns what the brokers have moved since their starts; stock brokers have no requests to the store. */
    public Traffic now() {
        return cluster.brokers().stream()
                .map(KafkaNode::metrics)
                .map(TrafficMeter::of)
                .reduce(Traffic.NONE, Traffic::plus);
    }

    /** Waits until all replicas of a topic hold the same, and returns what was moved since {@code before}. */
    public Traffic since(Traffic before, String topic) {
        cluster.logFiles().awaitEqual(topic);
        return now().minus(before);
    }

    private static Traffic of(BrokerMetrics metrics) {
        return new Traffic(
                metrics.replicationBytes().total(),
                value(metrics, PUTS, "request-total"),
                value(metrics, GETS, "request-total"),
                value(metrics, PUTS, "request-bytes-total"),
                value(metrics, GETS, "request-bytes-total"),
                value(metrics, BEANS, "fallback-bytes-total"));
    }

    private static long value(BrokerMetrics metrics, String bean, String attribute) {
        return metrics.read(bean, attribute).values().stream()
                .mapToLong(Double::longValue)
                .sum();
    }
}
