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

import io.culvert.core.format.ObjectKind;

/**
 * Hears what the leader side does, for metrics. Methods return at once and never throw. Unless said otherwise they are
 * called by the thread that owns the uploader.
 */
public interface UploadObserver {

    /** An object was sealed: its bytes, its sections, and how long its oldest byte had waited for that. */
    default void sealed(ObjectKind kind, long bytes, int sections, long waitedNanos) {}

    /** A PUT was acknowledged after {@code nanos}. */
    default void putSucceeded(ObjectKind kind, long bytes, long nanos) {}

    /** A PUT failed, or was given up, after {@code nanos}. */
    default void putFailed(ObjectKind kind, long bytes, long nanos, Throwable cause) {}

    /** References of some partitions were published together; the oldest byte among them waited {@code oldestNanos}. */
    default void published(int partitions, long bytes, long oldestNanos) {}

    /** All partitions go over the wire from now on. */
    default void wireForAll(WireReason reason) {}

    /** Partitions may use the object path again after {@code nanos} of wire for all. */
    default void objectPathForAll(long nanos) {}

    /** Some partitions go over the wire for a while. */
    default void wireFor(int partitions, WireReason reason) {}

    /** A round of the uploader threw; the wire takes over until a probe succeeds. */
    default void roundFailed(Throwable cause) {}

    /** A fetch was answered with references to so many section bytes. Called by request threads. */
    default void referencesServed(int references, long bytes) {}

    /** A reference fetch was sent to the wire. Called by request threads. */
    default void recordsAnswered(WireReason reason) {}
}
