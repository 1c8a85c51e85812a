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

import io.culvert.core.fetch.ObjectSource;
import io.culvert.core.format.ObjectKeys;
import io.culvert.core.retention.CatalogPage;
import io.culvert.core.retention.ObjectCatalog;
import io.culvert.core.retention.ObjectDeleter;
import io.culvert.core.store.StoreDeadlines;
import io.culvert.core.store.StoreObserver;
import io.culvert.core.store.WalStore;
import io.culvert.core.time.Ticker;
import io.culvert.core.upload.ObjectSink;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.function.LongSupplier;

/** A broker's store with the thread that ends calls which take too long. */
final class StoreConnection implements AutoCloseable {

    /** Nobody waits for these, and a store may take long for many objects. */
    private static final Duration HOUSEKEEPING = Duration.ofSeconds(30);

    private final ScheduledThreadPoolExecutor timer;
    private final WalStore store;

    /**
     * Connects a broker to its store.
     *
     * @param fallbackNanos {@code remote.wal.fallback.ms} in nanoseconds: a GET that takes longer is of no use to anybody; a
     *     PUT may, since its object is still worth having while its partitions wait
     */
    StoreConnection(
            int brokerId,
            LoadedStorageManager storage,
            ObjectKeys keys,
            LongSupplier fallbackNanos,
            Ticker ticker,
            StoreObserver observer) {
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "culvert-store-timer-" + brokerId);
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        store = new WalStore(
                storage.manager(), keys, () -> deadlines(fallbackNanos.getAsLong()), timer, ticker, observer);
    }

    private static StoreDeadlines deadlines(long fallbackNanos) {
        Duration get = Duration.ofNanos(fallbackNanos);
        return new StoreDeadlines(get.multipliedBy(2), get, HOUSEKEEPING, HOUSEKEEPING);
    }

    ObjectSink sink() {
        return store::put;
    }

    ObjectSource source() {
        return store::get;
    }

    ObjectDeleter deleter() {
        return store::delete;
    }

    /** Lists this cluster's objects; keys that are none of ours are left alone. */
    ObjectCatalog catalog() {
        ObjectKeys keys = store.keys();
        return continuation -> store.list(keys.clusterPrefix(), continuation)
                .thenApply(page -> new CatalogPage(
                        page.objects().stream()
                                .map(object -> keys.parse(object.key()))
                                .flatMap(Optional::stream)
                                .toList(),
                        page.continuation()));
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
