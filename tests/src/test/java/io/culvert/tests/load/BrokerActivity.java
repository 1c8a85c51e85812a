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

package io.culvert.tests.load;

import io.culvert.cluster.KafkaCluster;
import io.culvert.cluster.KafkaNode;
import java.util.Map;
import java.util.TreeMap;

/**
 * What brokers have done so far, by their own counters: take it twice and look at the difference.
 *
 * <p>Brokers that start or end in between are left out.
 *
 * @param nanos when it was taken, or how long the time between was
 * @param byProcess what each broker did, by process id
 */
public record BrokerActivity(long nanos, Map<Long, Counters> byProcess) {

    private static final String FETCHES = "kafka.server:type=FetcherStats,name=RequestsPerSec,*";

    /**
     * The counters of one broker.
     *
     * @param cpuNanos processor time of its JVM
     * @param isrShrinks replicas that it took out of ISRs
     * @param fetchesByThread fetches of each of its follower threads
     */
    public record Counters(long cpuNanos, long isrShrinks, Map<String, Double> fetchesByThread) {

        public Counters {
            fetchesByThread = Map.copyOf(fetchesByThread);
        }

        private Counters since(Counters earlier) {
            Map<String, Double> fetches = new TreeMap<>();
            fetchesByThread.forEach(
                    (thread, count) -> fetches.put(thread, count - earlier.fetchesByThread.getOrDefault(thread, 0.0)));
            return new Counters(cpuNanos - earlier.cpuNanos, isrShrinks - earlier.isrShrinks, fetches);
        }
    }

    public BrokerActivity {
        byProcess = Map.copyOf(byProcess);
    }

    /** Reads the counters of all running brokers. */
    public static BrokerActivity of(KafkaCluster cluster) {
        Map<Long, Counters> counters = new TreeMap<>();
        for (KafkaNode broker : cluster.brokers()) {
            if (broker.isAlive()) {
                counters.put(
                        broker.pid(),
                        new Counters(
                                broker.metrics().cpuTime().toNanos(),
                                broker.metrics().isrShrinks(),
                                broker.metrics().read(FETCHES, "Count")));
            }
        }
        return new BrokerActivity(System.nanoTime(), counters);
    }

    /** Returns what was done between {@code earlier} and this. */
    public BrokerActivity since(BrokerActivity earlier) {
        Map<Long, Counters> differences = new TreeMap<>();
        byProcess.forEach((pid, now) -> {
            Counters before = earlier.byProcess.get(pid);
            if (before != null) {
                differences.put(pid, now.since(before));
            }
        });
        return new BrokerActivity(nanos - earlier.nanos, differences);
    }

    /** Returns how many replicas were taken out of ISRs. */
    public long isrShrinks() {
        return byProcess.values().stream().mapToLong(Counters::isrShrinks).sum();
    }

    /** Returns the processors that the busiest broker used on average. */
    public double mostProcessors() {
        return byProcess.values().stream()
                .mapToDouble(counters -> (double) counters.cpuNanos() / nanos)
                .max()
                .orElse(0);
    }

    /** Returns the fetches a second of the follower thread that fetched most. */
    public double mostFetchesPerSecond() {
        return byProcess.values().stream()
                .flatMap(counters -> counters.fetchesByThread().values().stream())
                .mapToDouble(fetches -> fetches * 1e9 / nanos)
                .max()
                .orElse(0);
    }

    @Override
    public String toString() {
        return "seconds=%.1f isrShrinks=%d mostProcessors=%.2f mostFetchesPerSecond=%.0f"
                .formatted(nanos / 1e9, isrShrinks(), mostProcessors(), mostFetchesPerSecond());
    }
}
