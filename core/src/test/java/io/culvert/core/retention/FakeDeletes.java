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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A store that deletes as a test says. */
final class FakeDeletes implements ObjectDeleter {

    final List<List<ObjectId>> batches = new ArrayList<>();
    final Set<ObjectId> refused = new HashSet<>();
    boolean hangs;
    boolean away;

    @Override
    public CompletableFuture<Map<ObjectId, Throwable>> delete(Collection<ObjectId> objects) {
        batches.add(List.copyOf(objects));
        if (hangs) {
            return new CompletableFuture<>();
        }
        if (away) {
            return CompletableFuture.failedFuture(new IllegalStateException("away"));
        }
        Map<ObjectId, Throwable> failures = new HashMap<>();
        for (ObjectId object : objects) {
            if (refused.contains(object)) {
                failures.put(object, new IllegalStateException("refused"));
            }
        }
        return CompletableFuture.completedFuture(failures);
    }

    List<ObjectId> all() {
        return batches.stream().flatMap(List::stream).toList();
    }
}
