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

package io.culvert.cli.demo;

import io.culvert.api.ObjectPage;
import io.culvert.api.RemoteWalStorageManager;
import io.culvert.cluster.ClusterException;
import io.culvert.storage.filesystem.FileSystemRemoteWalStorageManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Counts the objects in the demo's store, through the plug-in that the brokers use. */
final class StoreListing implements AutoCloseable {

    private static final long TIMEOUT_SECONDS = 30;

    private final RemoteWalStorageManager store;

    StoreListing(Path root) {
        store = new FileSystemRemoteWalStorageManager();
        store.configure(Map.of("root", root.toString()));
    }

    /** Returns how many objects the store holds. */
    long objects() {
        long count = 0;
        Optional<String> continuation = Optional.empty();
        do {
            ObjectPage page = page(continuation);
            count += page.objects().size();
            continuation = page.continuation();
        } while (continuation.isPresent());
        return count;
    }

    @Override
    public void close() {
        try {
            store.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the store", e);
        }
    }

    private ObjectPage page(Optional<String> continuation) {
        try {
            return store.list("", continuation).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while listing the store", e);
        } catch (ExecutionException e) {
            throw new ClusterException("cannot list the store", e.getCause());
        } catch (TimeoutException e) {
            throw new ClusterException("cannot list the store in time: seconds=" + TIMEOUT_SECONDS, e);
        }
    }
}
