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

package io.culvert.tests.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.cluster.KafkaNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What followers appended and what leaders answered them with, by the brokers' own counters.
 *
 * <p>Kafka counts the bytes of the {@code records} of every fetch answer to a follower, and the bytes that every
 * follower appends. Over the wire these are the same bytes. By reference the answers hold about 70 bytes for each
 * section, so the difference came through the store: there is no third way. Counters of all topics together, so
 * nothing else may be produced meanwhile. What a broker counted that ended in between is lost; one that started in
 * between is counted from its start.
 *
 * @param byProcess the counters, by process id of the broker
 */
public record ReplicationTraffic(Map<Long, Counters> byProcess) {

    private static final String APPENDED = "kafka.server:type=BrokerTopicMetrics,name=ReplicationBytesInPerSec";
    private static final String ANSWERED = "kafka.server:type=BrokerTopicMetrics,name=ReplicationBytesOutPerSec";

    private static final String CULVERT = "kafka.server:type=remote-wal-metrics";

    private static final List<String> DETOURS = List.of(
            "wire-answers-total", "leader-wire-switches-total", "wire-for-all-switches-total", "get-errors-total");

    /** Answers of reference fetches are far below this share of what was appended. */
    private static final double MOST_ANSWERED = 0.25;

    /**
     * The counters of one broker.
     *
     * @param appended bytes that it appended as a follower
     * @param answered bytes of records, or of references, in its answers to followers
     * @param fromStore bytes that it read from the store as a follower, by Culvert's own counter
     * @param detours how often it used the wire for a WAL topic, by Culvert's own counters and reasons
     */
    public record Counters(long appended, long answered, long fromStore, Map<String, Long> detours) {

        static final Counters NONE = new Counters(0, 0, 0, Map.of());

        public Counters {
            detours = Map.copyOf(detours);
        }

        Counters minus(Counters earlier) {
            Map<String, Long> newDetours = new TreeMap<>(detours);
            newDetours.replaceAll((reason, count) -> count - earlier.detours.getOrDefault(reason, 0L));
            newDetours.values().removeIf(count -> count == 0);
            return new Counters(
                    appended - earlier.appended,
                    answered - earlier.answered,
                    fromStore - earlier.fromStore,
                    newDetours);
        }
    }

    public ReplicationTraffic {
        byProcess = Map.copyOf(byProcess);
    }

    static ReplicationTraffic of(List<KafkaNode> brokers) {
        Map<Long, Counters> counters = new TreeMap<>();
        for (KafkaNode broker : brokers) {
            if (broker.isAlive()) {
                counters.put(
                        broker.pid(),
                        new Counters(
                                count(broker, APPENDED, "Count"),
                                count(broker, ANSWERED, "Count"),
                                count(broker, CULVERT, "section-bytes-total"),
                                detours(broker)));
            }
        }
        return new ReplicationTraffic(counters);
    }

    /** Returns what was counted between {@code earlier} and this. */
    public ReplicationTraffic since(ReplicationTraffic earlier) {
        Map<Long, Counters> differences = new TreeMap<>();
        byProcess.forEach((pid, now) -> {
            Counters before = earlier.byProcess.getOrDefault(pid, Counters.NONE);
            differences.put(pid, now.minus(before));
        });
        return new ReplicationTraffic(differences);
    }

    /** Returns the bytes that followers appended. */
    public long appended() {
        return byProcess.values().stream().mapToLong(Counters::appended).sum();
    }

    /** Returns the bytes with which leaders answered followers. */
    public long answered() {
        return byProcess.values().stream().mapToLong(Counters::answered).sum();
    }

    /** Returns the bytes that followers read from the store, by Culvert's own counter. */
    public long fromStore() {
        return byProcess.values().stream().mapToLong(Counters::fromStore).sum();
    }

    /** Fails unless followers appended this many bytes and nearly all of them came through the store. */
    public void assertThroughTheStore(long leastAppended) {
        assertThat(appended()).as("bytes appended by followers: %s", byProcess).isGreaterThanOrEqualTo(leastAppended);
        assertThat((double) answered() / appended())
                .as("share of the appended bytes that leaders sent over the wire: %s", byProcess)
                .isLessThan(MOST_ANSWERED);
        assertThat((double) fromStore() / appended())
                .as("share of the appended bytes that followers count as read from the store: %s", byProcess)
                .isGreaterThan(1 - MOST_ANSWERED);
    }

    /** Fails unless followers appended this many bytes and leaders sent all of them over the wire. */
    public void assertOverTheWire(long leastAppended) {
        assertThat(appended()).as("bytes appended by followers: %s", byProcess).isGreaterThanOrEqualTo(leastAppended);
        assertThat(answered())
                .as("bytes that leaders sent over the wire: %s", byProcess)
                .isGreaterThanOrEqualTo(appended());
    }

    private static Map<String, Long> detours(KafkaNode broker) {
        Map<String, Long> detours = new TreeMap<>();
        for (String attribute : DETOURS) {
            broker.metrics()
                    .read(CULVERT + ",reason=*", attribute)
                    .forEach((name, count) -> detours.put(
                            attribute + ":" + name.replaceFirst(".*reason=([^,]*).*", "$1"), count.longValue()));
        }
        return detours;
    }

    private static long count(KafkaNode broker, String name, String attribute) {
        // The counter is made when it is first needed.
        return (long) broker.metrics().read(name, attribute).values().stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }
}
