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

package io.culvert.core.retention;

import io.culvert.core.format.ObjectId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Deletes objects from the store. Thread-safe; never blocks its caller for the store. */
@FunctionalInterface
public interface ObjectDeleter {

    /**
     * Deletes objects; deleting a missing one succeeds.
     *
     * @return for each object that could not be deleted, why; fails if nothing is known of any
     */
    CompletableFuture<? extends Map<ObjectId, ? extends Throwable>> delete(Collection<ObjectId> objects);
}
