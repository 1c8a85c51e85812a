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

import io.culvert.core.format.SectionReference;
import java.util.List;

/** What an object holds, as the lane that sealed it sees it. Owned by the uploader's thread. */
interface SealedSections {

    /** Says whether anybody still waits for a section of the object. */
    boolean isWanted();

    /**
     * The object is stored.
     *
     * @param references where its sections lie, in the order in which they were added
     */
    void stored(List<SectionReference> references, long nowNanos);

    /** The object was given up: nothing is known of it, and no reference to it will ever be. */
    void lost(long nowNanos);
}
