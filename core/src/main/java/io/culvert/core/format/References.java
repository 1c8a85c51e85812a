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

import java.util.List;

/**
 * What a leader answers a fetch with in place of records: where they lie in the store, and how long they wait already.
 *
 * @param waitedMs how long the first of them had waited to be replicated when the leader answered, in milliseconds, at
 *     least 0; the time for reading them is shorter by that. 0 also for a follower that nobody waits for
 * @param sections where they lie, each section beginning where the one before it ends; empty if none is ready
 */
public record References(long waitedMs, List<SectionReference> sections) {

    /** Nothing is ready. */
    public static final References NONE = new References(0, List.of());

    public References {
        if (waitedMs < 0) {
            throw new IllegalArgumentException("nothing can have waited for less than no time: waitedMs=" + waitedMs);
        }
        sections = List.copyOf(sections);
    }

    public boolean isEmpty() {
        return sections.isEmpty();
    }
}
