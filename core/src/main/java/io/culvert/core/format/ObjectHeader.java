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

import java.util.regex.Pattern;

/**
 * What an object says of itself in its first bytes.
 *
 * @param kind which lane wrote it
 * @param clusterId the Kafka cluster id, 1 to 255 characters of {@code [A-Za-z0-9._-]}
 * @param object the broker, broker epoch and sequence number that also make its key
 * @param resolvedPrefix when this object was sealed, the fate of every object of its stream with a sequence number below
 *     this one was known; from 0 to the object's own sequence number
 */
public record ObjectHeader(ObjectKind kind, String clusterId, ObjectId object, long resolvedPrefix) {

    private static final Pattern CLUSTER_ID = Pattern.compile("[A-Za-z0-9._-]{1,255}");

    public ObjectHeader {
        if (!CLUSTER_ID.matcher(clusterId).matches()) {
            throw new IllegalArgumentException(
                    "cluster id must be 1 to 255 characters of [A-Za-z0-9._-]: clusterId=" + clusterId);
        }
        if (resolvedPrefix < 0 || resolvedPrefix > object.sequence()) {
            throw new IllegalArgumentException("resolved prefix out of range 0..sequence: resolvedPrefix="
                    + resolvedPrefix + " sequence=" + object.sequence());
        }
    }
}
