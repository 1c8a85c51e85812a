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

package io.culvert.core.format;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;

/**
 * How a follower marks a fetch as one that may be answered with references: the text that it sends as the request's rack
 * id, which Kafka ignores for followers.
 *
 * <pre>
 * mark  = "culvert/1" "!"? topic*
 * topic = ";" topicId ":" partition ("," partition)*
 * </pre>
 *
 * @param onlyListed false if the follower wants the listed partitions as records, over the wire, and takes references for
 *     all others; true, written as {@code !}, if it takes references for the listed ones alone
 * @param listed partitions by topic id
 */
public record FetchMark(boolean onlyListed, Map<Uuid, Set<Integer>> listed) {

    /** The mark of a follower that takes references for every partition. */
    public static final FetchMark EVERYTHING = new FetchMark(false, Map.of());

    /** Kafka's strings end at 32,767 bytes; the rest is left for what a later version may add. */
    static final int MAX_CHARACTERS = 30_000;

    private static final String VERSION = "culvert/1";
    private static final String ONLY = "!";

    public FetchMark {
        Map<Uuid, Set<Integer>> copy = new HashMap<>();
        listed.forEach((topicId, partitions) -> copy.put(topicId, Set.copyOf(partitions)));
        listed = Map.copyOf(copy);
    }

    /** The mark of a follower that wants {@code wirePartitions} over the wire and takes references for all others. */
    public static FetchMark exceptFor(Collection<TopicIdPartition> wirePartitions) {
        return new FetchMark(false, byTopic(wirePartitions));
    }

    /** The mark of a follower that takes references for {@code partitions} and wants all others over the wire. */
    public static FetchMark onlyFor(Collection<TopicIdPartition> partitions) {
        return new FetchMark(true, byTopic(partitions));
    }

    private static Map<Uuid, Set<Integer>> byTopic(Collection<TopicIdPartition> partitions) {
        Map<Uuid, Set<Integer>> topics = new HashMap<>();
        for (TopicIdPartition partition : partitions) {
            topics.computeIfAbsent(partition.topicId(), id -> new HashSet<>()).add(partition.partition());
        }
        return topics;
    }

    /** Says whether the follower wants this partition as records. */
    public boolean wantsWire(Uuid topicId, int partition) {
        return listed.getOrDefault(topicId, Set.of()).contains(partition) != onlyListed;
    }

    /** The text to send; empty if it would be too long, and then everything has to go over the wire. */
    public Optional<String> encode() {
        StringBuilder text = new StringBuilder(VERSION).append(onlyListed ? ONLY : "");
        for (Map.Entry<Uuid, Set<Integer>> topic : new TreeMap<>(listed).entrySet()) {
            char separator = ':';
            text.append(';').append(topic.getKey());
            for (int partition : new TreeSet<>(topic.getValue())) {
                text.append(separator).append(partition);
                separator = ',';
            }
            if (text.length() > MAX_CHARACTERS) {
                return Optional.empty();
            }
        }
        return Optional.of(text.toString());
    }

    /**
     * Reads a fetch request's rack id; never throws.
     *
     * @return empty if it is not a mark of this version, whatever else it is
     */
    public static Optional<FetchMark> parse(String rackId) {
        if (rackId.equals(VERSION)) {
            return Optional.of(EVERYTHING);
        }
        boolean onlyListed = rackId.startsWith(VERSION + ONLY);
        String start = VERSION + (onlyListed ? ONLY : "") + ";";
        if (!rackId.startsWith(start) || rackId.length() > MAX_CHARACTERS) {
            return Optional.empty();
        }
        Map<Uuid, Set<Integer>> listed = new HashMap<>();
        try {
            for (String topic : rackId.substring(start.length()).split(";", -1)) {
                int colon = topic.indexOf(':');
                if (colon < 0) {
                    return Optional.empty();
                }
                Set<Integer> partitions =
                        listed.computeIfAbsent(Uuid.fromString(topic.substring(0, colon)), id -> new HashSet<>());
                for (String partition : topic.substring(colon + 1).split(",", -1)) {
                    partitions.add(parsePartition(partition));
                }
            }
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return Optional.of(new FetchMark(onlyListed, listed));
    }

    private static int parsePartition(String text) {
        int partition = Integer.parseInt(text);
        if (partition < 0) {
            throw new NumberFormatException("negative partition: partition=" + text);
        }
        return partition;
    }
}
