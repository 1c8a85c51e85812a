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

/** Why records go over the wire instead of the store. */
public enum WireReason {
    /** The uploader has ended, or an error stopped its round. */
    FAULT,
    /** An operator paused the object path. */
    PAUSED,
    /** Uploads fail or hang. */
    STORE,
    /** Objects would cost more than the wire. */
    COST,
    /** The oldest byte that is not in the store is too old, or the next one for a follower is, to be read from there. */
    LAG,
    /** The partition's log could not be read. */
    READ,
    /** A follower below the index got nothing from the store in time, or is to be served by the leader. */
    CATCH_UP
}
