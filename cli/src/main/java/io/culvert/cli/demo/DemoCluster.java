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

import io.culvert.cluster.KafkaCluster;
import io.culvert.cluster.KafkaClusterBuilder;
import io.culvert.cluster.KafkaDistribution;
import io.culvert.core.config.WalConfigDef;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Starts the demo's brokers: three of them, each in a zone of its own, with a folder as their store. */
final class DemoCluster {

    static final List<String> ZONES = List.of("zone-a", "zone-b", "zone-c");

    /** Short, so that the demo can wait until nothing may be left in the store. */
    static final Duration RETENTION = Duration.ofSeconds(5);

    private DemoCluster() {}

    static Path store(Path directory) {
        return directory.resolve("store");
    }

    static KafkaCluster start(DemoOptions options, Path directory) {
        KafkaClusterBuilder builder = KafkaCluster.builder(KafkaDistribution.of(options.kafkaVersion()), directory)
                .brokers(ZONES.size())
                .zones(ZONES)
                .property("replica.selector.class", "org.apache.kafka.common.replica.RackAwareReplicaSelector")
                .property("broker.session.timeout.ms", "6000")
                .property("broker.heartbeat.interval.ms", "1000");
        if (options.agent()) {
            builder.culvert(store(directory).toAbsolutePath())
                    .property(WalConfigDef.RETENTION_MS, Long.toString(RETENTION.toMillis()));
        }
        return builder.start();
    }
}
