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

import io.culvert.core.format.ObjectId;
import java.util.List;

/**
 * One ranged GET: a stretch of an object that holds sections near each other.
 *
 * @param object the object
 * @param position first byte
 * @param length number of bytes, gaps between the sections included
 * @param sections the sections inside, by position
 */
record RangeRead(ObjectId object, long position, int length, List<SectionRequest> sections) {

    RangeRead {
        sections = List.copyOf(sections);
    }

    /** Names the range without its sections, for messages. */
    String describe() {
        return object + " position=" + position + " length=" + length;
    }
}
