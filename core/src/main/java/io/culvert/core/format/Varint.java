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

/**
 * Unsigned LEB128 numbers: seven bits a byte, lowest first, the top bit set on all bytes but the last. Only values of at
 * least 0 are written; a value takes one to nine bytes.
 */
final class Varint {

    static final int MAX_BYTES = 9;

    private Varint() {}

    static void put(ByteBuffer target, long value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative number: value=" + value);
        }
        long rest = value;
        while (rest > 0x7F) {
            target.put((byte) (0x80 | (rest & 0x7F)));
            rest >>>= 7;
        }
        target.put((byte) rest);
    }

    /**
     * Reads a number of at least 0.
     *
     * @throws java.nio.BufferUnderflowException if the buffer ends inside the number
     * @throws IllegalArgumentException if it goes on for more than nine bytes
     */
    static long get(ByteBuffer source) {
        long value = 0;
        for (int i = 0; i < MAX_BYTES; i++) {
            byte next = source.get();
            value |= (long) (next & 0x7F) << (7 * i);
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("number is longer than " + MAX_BYTES + " bytes");
    }
}
