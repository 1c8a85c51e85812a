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

import io.culvert.api.RemoteWalStorageException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An object's bytes, read a range at a time. */
public interface RangeSource {

    /** The object's length in bytes. */
    long sizeBytes();

    /**
     * Reads a range, all of it or nothing; may block.
     *
     * @param position first byte, from 0
     * @param length number of bytes, at least 1
     * @return a buffer of exactly {@code length} remaining bytes
     * @throws IOException if the bytes cannot be read
     * @throws RemoteWalStorageException if the store that holds them says so
     */
    ByteBuffer read(long position, int length) throws IOException, RemoteWalStorageException;

    /** A source of bytes that are in memory already. */
    static RangeSource of(ByteBuffer object) {
        ByteBuffer bytes = object.slice();
        return new RangeSource() {
            @Override
            public long sizeBytes() {
                return bytes.capacity();
            }

            @Override
            public ByteBuffer read(long position, int length) {
                return bytes.slice(Math.toIntExact(position), length);
            }
        };
    }
}
