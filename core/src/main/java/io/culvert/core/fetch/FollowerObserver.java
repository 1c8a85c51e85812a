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

package io.culvert.core.fetch;

/** Hears what the follower side does, for metrics. Called on many threads; must be fast and never throw. */
public interface FollowerObserver {

    /** Hears nothing. */
    FollowerObserver NONE = new FollowerObserver() {};

    /**
     * A ranged GET was started.
     *
     * @param sections sections in its range
     * @param bytes bytes of its range
     */
    default void getStarted(int sections, int bytes) {}

    /** A second GET was started for a range because the first is slow or failed. */
    default void hedgeStarted(int bytes) {}

    /**
     * The bytes of a range arrived.
     *
     * @param nanos since its first GET was started
     * @param byHedge whether the second GET brought them
     */
    default void getSucceeded(int bytes, long nanos, boolean byHedge) {}

    /** The bytes of a range cannot be had. */
    default void getFailed(FetchFailure failure) {}

    /** Verified sections were handed over to be appended. */
    default void sectionsFetched(int sections, long bytes) {}

    /** A section was refused because its bytes contradict its reference. */
    default void sectionCorrupt() {}

    /** Records of a WAL partition came over the wire. */
    default void wireBytes(long bytes) {}

    /** Partitions went over the wire because of failures; each is counted once, when it switches. */
    default void movedToWire(int partitions) {}

    /** Partitions that had gone over the wire are fetched from the store again. */
    default void movedToObjects(int partitions) {}

    /** The number of partitions that want the wire changed, also because partitions left. */
    default void wirePartitionsChanged(int delta) {}
}
