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

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A sealed object: its bytes and what lies where in them. Immutable; safe for use by any thread.
 *
 * @param header what the object says of itself
 * @param sections its sections, in the order of their positions
 * @param content its bytes, in order, from each buffer's position to its limit; nobody may change them any more
 * @param sizeBytes the sum of the content's bytes
 */
public record WalObject(ObjectHeader header, List<SectionEntry> sections, List<ByteBuffer> content, long sizeBytes) {

    public WalObject {
        sections = List.copyOf(sections);
        content = content.stream().map(ByteBuffer::duplicate).toList();
        long contentBytes = content.stream().mapToLong(ByteBuffer::remaining).sum();
        if (contentBytes != sizeBytes) {
            throw new IllegalArgumentException(
                    "object size differs from its content: sizeBytes=" + sizeBytes + " contentBytes=" + contentBytes);
        }
    }

    /** The object's own name. */
    public ObjectId id() {
        return header.object();
    }

    /** The content again, in buffers whose position and limit the caller may move. */
    @Override
    public List<ByteBuffer> content() {
        return content.stream().map(ByteBuffer::duplicate).toList();
    }

    /** Where each section lies, as it is told to followers, in the order of {@link #sections()}. */
    public List<SectionReference> references(int storeIndex) {
        return sections.stream()
                .map(section -> section.reference(storeIndex, id()))
                .toList();
    }
}
