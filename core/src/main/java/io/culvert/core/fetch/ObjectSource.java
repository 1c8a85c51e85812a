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
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** Reads ranges of WAL objects. Thread-safe; no call blocks its caller for the store. */
@FunctionalInterface
public interface ObjectSource {

    /**
     * Reads a range of an object, all of it or nothing.
     *
     * @param object the object
     * @param position first byte of the range, from 0
     * @param length number of bytes, at least 1
     * @return a buffer of exactly {@code length} remaining bytes that the caller owns, or an exception whose type says
     *     what happened; cancelling the future gives up the read. Completions may run on any thread.
     */
    CompletableFuture<ByteBuffer> get(ObjectId object, long position, int length);
}
