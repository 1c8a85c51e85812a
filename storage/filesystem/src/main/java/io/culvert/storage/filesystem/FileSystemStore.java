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

package io.culvert.storage.filesystem;

import io.culvert.api.ObjectPage;
import io.culvert.api.RemoteWalStorageException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A configured store: which thread does what. Thread-safe. */
final class FileSystemStore implements AutoCloseable {

    private static final int PUT_THREADS = 8;
    private static final int GET_THREADS = 16;
    private static final int OTHER_THREADS = 2;
    private static final int WAITING_PUTS = 64;
    private static final int WAITING_OTHERS = 4_096;
    private static final int PAGE_SIZE = 1_000;
    private static final long SWEEP_PERIOD_MS = TimeUnit.HOURS.toMillis(1);
    private static final long CLOSE_TIMEOUT_MS = 500;

    private final Lane puts = new Lane("culvert-file-put", PUT_THREADS, WAITING_PUTS);
    private final Lane gets = new Lane("culvert-file-get", GET_THREADS, WAITING_OTHERS);
    private final Lane others = new Lane("culvert-file-other", OTHER_THREADS, WAITING_OTHERS);
    private final ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor(runnable -> {
        Thread thread = new Thread(runnable, "culvert-file-sweep");
        thread.setDaemon(true);
        return thread;
    });

    private final ObjectFiles files;
    private final ObjectListing listing;
    private final IncomingSweep sweep;
    private final AtomicBoolean sweeping = new AtomicBoolean();

    FileSystemStore(FileSystemSettings settings) {
        ObjectTree tree = new ObjectTree(settings);
        files = new ObjectFiles(tree, settings.fsync());
        listing = new ObjectListing(tree, PAGE_SIZE);
        sweep = new IncomingSweep(tree, SWEEP_PERIOD_MS);
    }

    CompletableFuture<Void> put(String key, List<ByteBuffer> content) {
        sweepFromNowOn();
        List<ByteBuffer> buffers = content.stream().map(ByteBuffer::duplicate).toList();
        return puts.submit("put failed: key=" + key, unwanted -> {
            files.create(key, buffers, unwanted);
            return null;
        });
    }

    /** Whoever only reads, a tool say, changes nothing on the volume. */
    private void sweepFromNowOn() {
        if (!sweeping.get() && sweeping.compareAndSet(false, true) && !sweeper.isShutdown()) {
            var unused = sweeper.scheduleWithFixedDelay(sweep, 0, SWEEP_PERIOD_MS, TimeUnit.MILLISECONDS);
        }
    }

    CompletableFuture<ByteBuffer> get(String key, long position, int length) {
        return gets.submit(
                "get failed: key=" + key + " position=" + position + " length=" + length,
                unwanted -> files.read(key, position, length, unwanted));
    }

    CompletableFuture<Map<String, RemoteWalStorageException>> delete(Collection<String> keys) {
        List<String> copy = List.copyOf(keys);
        return others.submit("delete failed: count=" + copy.size(), unwanted -> files.delete(copy, unwanted));
    }

    CompletableFuture<ObjectPage> list(String prefix, Optional<String> continuation) {
        return others.submit("list failed: prefix=" + prefix, unwanted -> listing.list(prefix, continuation, unwanted));
    }

    @Override
    public void close() {
        sweeper.shutdownNow();
        List<Lane> lanes = List.of(puts, gets, others);
        lanes.forEach(Lane::close);
        try {
            for (Lane lane : lanes) {
                lane.awaitEnd(CLOSE_TIMEOUT_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
