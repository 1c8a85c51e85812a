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

package io.culvert.core.store;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * One end of an object: its first or last bytes, or all of a short one. The last bytes hold the checksum of the index, and
 * the index those of all sections, so objects that agree in both ends are the same.
 *
 * @param position first byte in the object
 * @param bytes what it holds there
 */
record ObjectEnd(long position, ByteBuffer bytes) {

    private static final int END_BYTES = 1024;

    /** The ends of an object with this content; the buffers are left as they were. */
    static List<ObjectEnd> of(List<ByteBuffer> content) {
        long size = content.stream().mapToLong(ByteBuffer::remaining).sum();
        if (size <= 2 * END_BYTES) {
            return List.of(copy(content, 0, (int) size));
        }
        return List.of(copy(content, 0, END_BYTES), copy(content, size - END_BYTES, END_BYTES));
    }

    private static ObjectEnd copy(List<ByteBuffer> content, long position, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        long start = 0;
        for (ByteBuffer buffer : content) {
            long from = Math.max(position, start);
            long to = Math.min(position + length, start + buffer.remaining());
            if (from < to) {
                bytes.put(buffer.slice(buffer.position() + (int) (from - start), (int) (to - from)));
            }
            start += buffer.remaining();
        }
        return new ObjectEnd(position, bytes.flip());
    }
}
