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

package io.culvert.core.upload;

import java.util.Optional;

/**
 * What the leader side looks like at one moment, for gauges. Immutable.
 *
 * @param inFlightObjects PUTs that are running or wait for their next attempt, both lanes
 * @param inFlightBytes their bytes
 * @param dirtyPartitions partitions with bytes that no object holds yet
 * @param restingPartitions partitions that go over the wire for a while
 * @param trackedPartitions partitions that this broker leads on the object path
 * @param wireForAll why all partitions go over the wire, if they do
 * @param unpublishedOffsets offsets between the uploaded end and the log end, of all partitions on the object path together
 * @param oldestUnpublishedNanos age of the oldest byte that is not published; while all partitions go over the wire
 *     because of a fault or the store, at least the time since that began; 0 if there is none
 * @param sinceLastSuccessNanos time since the last acknowledged PUT, or since the start if there was none
 */
public record UploaderStatus(
        int inFlightObjects,
        long inFlightBytes,
        int dirtyPartitions,
        int restingPartitions,
        int trackedPartitions,
        Optional<WireReason> wireForAll,
        long unpublishedOffsets,
        long oldestUnpublishedNanos,
        long sinceLastSuccessNanos) {}
