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

package io.culvert.cluster;

/**
 * What a broker's sockets of one listener have carried since its start, framing included.
 *
 * @param incoming bytes received
 * @param outgoing bytes sent
 */
public record ListenerBytes(long incoming, long outgoing) {

    /** Returns the bytes of both directions. */
    public long total() {
        return incoming + outgoing;
    }

    /** Returns the sum of both. */
    public ListenerBytes plus(ListenerBytes other) {
        return new ListenerBytes(incoming + other.incoming, outgoing + other.outgoing);
    }

    /** Returns what was carried between {@code earlier} and this. */
    public ListenerBytes minus(ListenerBytes earlier) {
        return new ListenerBytes(incoming - earlier.incoming, outgoing - earlier.outgoing);
    }
}
