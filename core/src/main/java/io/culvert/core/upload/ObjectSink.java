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

import io.culvert.core.format.ObjectId;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Where sealed objects go. Thread-safe; never blocks its caller for the store. */
@FunctionalInterface
public interface ObjectSink {

    /**
     * Creates an object.
     *
     * @param object its name; a second call with the same name has the same content
     * @param content its bytes, from each buffer's position to its limit; left alone by the caller until completion
     * @return completes normally once the object is stored, by this call or by an earlier one with the same name; it
     *     completes within a deadline. After a failure nothing is known of the object. Cancelling it frees what it holds.
     */
    CompletableFuture<Void> put(ObjectId object, List<ByteBuffer> content);
}
