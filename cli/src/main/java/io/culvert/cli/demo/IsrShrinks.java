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
import io.culvert.cluster.KafkaNode;
import io.culvert.cluster.LogScan;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts how often a leader took a replica out of an ISR, other than a broker that the demo killed.
 *
 * <p>The brokers' own counter says how often. Which replica it was is in the line that {@code
 * kafka.cluster.Partition} logs, as of Kafka 4.3 and 4.4; a shrink without such a line counts.
 */
final class IsrShrinks {

    private static final Pattern LINE = Pattern.compile("Shrinking ISR from .* Out of sync replicas: ");
    private static final Pattern REPLICA = Pattern.compile("brokerId: (\\d+)");

    private final KafkaCluster cluster;
    private final Set<Integer> killed = new HashSet<>();
    private long beforeKills;

    IsrShrinks(KafkaCluster cluster) {
        this.cluster = cluster;
    }

    /** Must be called before a broker is killed: its counter goes with it. */
    void beforeKill(KafkaNode victim) {
        beforeKills += victim.metrics().isrShrinks();
        killed.add(victim.id());
    }

    long count() {
        long counted = beforeKills
                + cluster.brokers().stream()
                        .mapToLong(broker -> broker.metrics().isrShrinks())
                        .sum();
        long explained = cluster.brokers().stream()
                .mapToLong(broker -> explained(broker.log(), killed))
                .sum();
        return Math.max(0, counted - explained);
    }

    /** Returns how many lines name no other replicas than those that were killed. */
    static long explained(LogScan log, Set<Integer> killed) {
        return log.lines(LINE).stream()
                .filter(line -> killed.containsAll(replicas(line)))
                .count();
    }

    private static Set<Integer> replicas(String line) {
        Set<Integer> replicas = new HashSet<>();
        Matcher matcher = REPLICA.matcher(line);
        while (matcher.find()) {
            replicas.add(Integer.parseInt(matcher.group(1)));
        }
        return replicas;
    }
}
