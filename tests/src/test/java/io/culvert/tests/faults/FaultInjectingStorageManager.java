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

package io.culvert.tests.faults;

import io.culvert.api.ObjectPage;
import io.culvert.api.RemoteWalStorageException;
import io.culvert.api.RemoteWalStorageManager;
import io.culvert.api.RetriableStorageException;
import io.culvert.storage.filesystem.FileSystemRemoteWalStorageManager;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The file-system store, with calls that go wrong whenever {@link FaultyStore} says so. Thread-safe. */
public final class FaultInjectingStorageManager implements RemoteWalStorageManager {

    static final String FAULTS_FILE = "faults.file";
    static final String NODE = "faults.node";

    private final FileSystemRemoteWalStorageManager store = new FileSystemRemoteWalStorageManager();
    private final Map<StoreOperation, CallCounters> counters = new EnumMap<>(StoreOperation.class);
    private @Nullable FaultFile faults;
    private int node;

    /** For loading by class name; {@link #configure} comes next. */
    public FaultInjectingStorageManager() {}

    @Override
    public void configure(Map<String, ?> configs) {
        store.configure(configs);
        faults = new FaultFile(Path.of(text(configs, FAULTS_FILE)));
        node = Integer.parseInt(text(configs, NODE));
        for (StoreOperation operation : StoreOperation.values()) {
            counters.put(operation, CallCounters.register(operation));
        }
    }

    @Override
    public CompletableFuture<Void> put(String key, List<ByteBuffer> content) {
        StoreFault fault = begin(StoreOperation.PUT);
        return switch (fault == null ? StoreFault.Effect.DELAY : fault.effect()) {
            case SWALLOW -> CompletableFuture.completedFuture(null);
            case TRUNCATE -> done(StoreOperation.PUT, () -> store.put(key, List.of(firstHalf(joined(content)))));
            case FLIP -> done(StoreOperation.PUT, () -> store.put(key, List.of(flipped(joined(content)))));
            default -> perform(StoreOperation.PUT, fault, () -> store.put(key, content));
        };
    }

    @Override
    public CompletableFuture<ByteBuffer> get(String key, long position, int length) {
        StoreFault fault = begin(StoreOperation.GET);
        return switch (fault == null ? StoreFault.Effect.DELAY : fault.effect()) {
            case TRUNCATE -> changed(key, position, length, FaultInjectingStorageManager::firstHalf);
            case FLIP -> changed(key, position, length, FaultInjectingStorageManager::flipped);
            default -> perform(StoreOperation.GET, fault, () -> store.get(key, position, length));
        };
    }

    @Override
    public CompletableFuture<Map<String, RemoteWalStorageException>> delete(Collection<String> keys) {
        return perform(StoreOperation.DELETE, begin(StoreOperation.DELETE), () -> store.delete(keys));
    }

    @Override
    public CompletableFuture<ObjectPage> list(String prefix, Optional<String> continuation) {
        return perform(StoreOperation.LIST, begin(StoreOperation.LIST), () -> store.list(prefix, continuation));
    }

    @Override
    public void close() throws IOException {
        store.close();
        counters.keySet().forEach(CallCounters::unregister);
        counters.clear();
    }

    private @Nullable StoreFault begin(StoreOperation operation) {
        StoreFault fault =
                Objects.requireNonNull(faults, "configure comes before use").find(node, operation);
        counters(operation).called();
        if (fault != null) {
            counters(operation).befallen();
        }
        return fault;
    }

    private <T> CompletableFuture<T> perform(
            StoreOperation operation, @Nullable StoreFault fault, Supplier<CompletableFuture<T>> call) {
        if (fault == null) {
            return done(operation, call);
        }
        String what = "injected: operation=" + operation.text() + " node=" + node;
        return switch (fault.effect()) {
            case DELAY -> {
                Executor later = CompletableFuture.delayedExecutor(fault.delayMs(), TimeUnit.MILLISECONDS);
                yield CompletableFuture.runAsync(() -> {}, later).thenCompose(nothing -> done(operation, call));
            }
            case FAIL -> failed(fault.kind().failure(what));
            case HANG -> new CompletableFuture<>();
            case LOSE_REPLY ->
                done(operation, call)
                        .thenCompose(result -> failed(new RetriableStorageException("reply lost, " + what)));
            case SWALLOW, TRUNCATE, FLIP ->
                throw new IllegalArgumentException("no such fault of this operation: fault=" + fault);
        };
    }

    private <T> CompletableFuture<T> done(StoreOperation operation, Supplier<CompletableFuture<T>> call) {
        return call.get().whenComplete((result, failure) -> {
            if (failure == null) {
                counters(operation).done();
            }
        });
    }

    private CompletableFuture<ByteBuffer> changed(
            String key, long position, int length, UnaryOperator<ByteBuffer> change) {
        return done(StoreOperation.GET, () -> store.get(key, position, length)).thenApply(change);
    }

    private CallCounters counters(StoreOperation operation) {
        // A call that ends after close is counted nowhere.
        return counters.getOrDefault(operation, new CallCounters());
    }

    private static <T> CompletableFuture<T> failed(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return CompletableFuture.failedFuture(failure);
    }

    private static ByteBuffer joined(List<ByteBuffer> content) {
        ByteBuffer bytes = ByteBuffer.allocate(
                content.stream().mapToInt(ByteBuffer::remaining).sum());
        content.forEach(part -> bytes.put(part.duplicate()));
        return bytes.flip();
    }

    private static ByteBuffer firstHalf(ByteBuffer bytes) {
        return bytes.limit(bytes.position() + bytes.remaining() / 2);
    }

    private static ByteBuffer flipped(ByteBuffer bytes) {
        int middle = bytes.position() + bytes.remaining() / 2;
        return bytes.put(middle, (byte) (bytes.get(middle) ^ 1));
    }

    private static String text(Map<String, ?> configs, String name) {
        return String.valueOf(
                Objects.requireNonNull(configs.get(name), () -> "missing setting: name=rwsm.config." + name));
    }
}
