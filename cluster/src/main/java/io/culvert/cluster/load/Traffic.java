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

/**
 * What a topic's replication moved while it was the only one written to.
 *
 * @param crossZoneBytes bytes on the sockets between brokers, both directions
 * @param puts objects written
 * @param gets reads from the store
 * @param putBytes bytes written to the store
 * @param getBytes bytes read from the store
 * @param fallbackBytes record bytes of WAL topics that went over the wire instead
 */
public record Traffic(long crossZoneBytes, long puts, long gets, long putBytes, long getBytes, long fallbackBytes) {

    /** Nothing. */
    public static final Traffic NONE = new Traffic(0, 0, 0, 0, 0, 0);

    /** Returns the sum of both. */
    public Traffic plus(Traffic other) {
        return new Traffic(
                crossZoneBytes + other.crossZoneBytes,
                puts + other.puts,
                gets + other.gets,
                putBytes + other.putBytes,
                getBytes + other.getBytes,
                fallbackBytes + other.fallbackBytes);
    }

    /** Returns what was moved between {@code earlier} and this. */
    public Traffic minus(Traffic earlier) {
        return new Traffic(
                crossZoneBytes - earlier.crossZoneBytes,
                puts - earlier.puts,
                gets - earlier.gets,
                putBytes - earlier.putBytes,
                getBytes - earlier.getBytes,
                fallbackBytes - earlier.fallbackBytes);
    }
}
