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

package io.culvert.broker.runtime;

import io.culvert.api.RemoteWalStorageException;
import io.culvert.api.RemoteWalStorageManager;
import io.culvert.core.fetch.ObjectSource;
import io.culvert.core.format.ObjectId;
import io.culvert.core.format.ObjectKeys;
import io.culvert.core.retention.ObjectDeleter;
import io.culvert.core.upload.ObjectSink;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Temporary. */
final class DirectStore implements ObjectSink, ObjectSource, ObjectDeleter {
    private final RemoteWalStorageManager manager;
    private final ObjectKeys keys;

    DirectStore(RemoteWalStorageManager manager, ObjectKeys keys) {
        this.manager = manager;
        this.keys = keys;
    }

    @Override
    public CompletableFuture<Void> put(ObjectId object, List<ByteBuffer> content) {
        return manager.put(keys.key(object), content);
    }

    @Override
    public CompletableFuture<ByteBuffer> get(ObjectId object, long position, int length) {
        return manager.get(keys.key(object), position, length);
    }

    @Override
    public CompletableFuture<Map<ObjectId, RemoteWalStorageException>> delete(Collection<ObjectId> objects) {
        Map<String, ObjectId> byKey = new HashMap<>();
        objects.forEach(object -> byKey.put(keys.key(object), object));
        return manager.delete(byKey.keySet()).thenApply(failures -> {
            Map<ObjectId, RemoteWalStorageException> byId = new HashMap<>();
            failures.forEach((key, failure) -> byId.put(byKey.get(key), failure));
            return byId;
        });
    }
}
