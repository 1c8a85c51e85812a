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

package io.culvert.core.retention;

/** Hears what retention does, for metrics. Methods return at once and never throw; the uploader's thread calls them. */
public interface RetentionObserver {

    /** Objects that are stored and that a section still needs. */
    default void live(int objects) {}

    /** Objects that wait for their deletion, its repetition left out. */
    default void backlog(int objects) {}

    /** Objects were deleted for the first time. */
    default void deleted(int objects) {}

    /** Objects could not be deleted now; they will be tried again. */
    default void deleteFailed(int objects, Throwable cause) {}

    /** The backlog was full: objects were left to the sweep. */
    default void dropped(int objects) {}

    /** A sweep has ended: how many objects it saw and how many of them it found left over. */
    default void swept(int seen, int leftOver) {}

    /** A sweep could not list the store; it begins anew later. */
    default void sweepFailed(Throwable cause) {}
}
