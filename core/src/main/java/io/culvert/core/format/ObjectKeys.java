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

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the objects of one cluster lie: {@code <prefix>/<clusterId>/<brokerId>/<brokerEpoch>/<sequence>}, with numbers
 * zero-padded to 10, 19 and 19 digits so that keys sort as the numbers do.
 *
 * @param prefix one or more key segments, such as {@code culvert}
 * @param clusterId the Kafka cluster id, one key segment
 */
public record ObjectKeys(String prefix, String clusterId) {

    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._-]+");
    private static final Pattern KEY = Pattern.compile("(.+)/([^/]+)/(\\d{10})/(\\d{19})/(\\d{19})");

    public ObjectKeys {
        for (String segment : prefix.split("/", -1)) {
            requireSegment("prefix", prefix, segment);
        }
        requireSegment("clusterId", clusterId, clusterId);
    }

    /** The key of an object. */
    public String key(ObjectId object) {
        return streamPrefix(object.brokerId(), object.brokerEpoch()) + "%019d".formatted(object.sequence());
    }

    /** What the keys of one stream begin with; ends in a slash. */
    public String streamPrefix(int brokerId, long brokerEpoch) {
        return brokerPrefix(brokerId) + "%019d/".formatted(brokerEpoch);
    }

    /** What the keys of all streams of one broker begin with; ends in a slash. */
    public String brokerPrefix(int brokerId) {
        return clusterPrefix() + "%010d/".formatted(brokerId);
    }

    /** What all keys of the cluster begin with; ends in a slash. */
    public String clusterPrefix() {
        return prefix + "/" + clusterId + "/";
    }

    /** The object that {@code key} names; empty if it is not a key of an object of this cluster. */
    public Optional<ObjectId> parse(String key) {
        return parseAny(key).filter(parsed -> parsed.keys().equals(this)).map(Parsed::object);
    }

    /** The cluster and object that {@code key} names, whatever its prefix; empty if it is no object's key. */
    public static Optional<Parsed> parseAny(String key) {
        Matcher matcher = KEY.matcher(key);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            ObjectKeys keys = new ObjectKeys(matcher.group(1), matcher.group(2));
            ObjectId object = new ObjectId(
                    Integer.parseInt(matcher.group(3)),
                    Long.parseLong(matcher.group(4)),
                    Long.parseLong(matcher.group(5)));
            return Optional.of(new Parsed(keys, object));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static void requireSegment(String name, String value, String segment) {
        if (!SEGMENT.matcher(segment).matches() || segment.equals(".") || segment.equals("..")) {
            throw new IllegalArgumentException("not made of key segments of [A-Za-z0-9._-]: " + name + "=" + value);
        }
    }

    /**
     * What a key says.
     *
     * @param keys the prefix and cluster
     * @param object the object
     */
    public record Parsed(ObjectKeys keys, ObjectId object) {}
}
