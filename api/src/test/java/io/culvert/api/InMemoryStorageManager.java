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

package io.culvert.api;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A store in memory, obviously right: every operation is done, at once, on the caller's thread. Thread-safe. Time in it
 * stands still at the epoch, unless a test {@link #setLastModifiedMs moves it}.
 */
public final class InMemoryStorageManager implements RemoteWalStorageManager {

    private static final int PAGE_SIZE = 100;

    private final NavigableMap<String, Stored> objects = new ConcurrentSkipListMap<>();
    private volatile long lastModifiedMs;
    private volatile boolean closed;

    @Override
    public void configure(Map<String, ?> configs) {}

    @Override
    public CompletableFuture<Void> put(String key, List<ByteBuffer> content) {
        return answer(() -> {
            KeySyntax.requireKey(key);
            Stored stored = new Stored(join(content), lastModifiedMs);
            if (objects.putIfAbsent(key, stored) != null) {
                throw new ObjectExistsException("object exists: key=" + key);
            }
            return null;
        });
    }

    @Override
    public CompletableFuture<ByteBuffer> get(String key, long position, int length) {
        return answer(() -> {
            KeySyntax.requireKey(key);
            if (position < 0 || length < 1) {
                throw new InvalidStorageException("no range: position=" + position + " length=" + length);
            }
            Stored stored = objects.get(key);
            if (stored == null) {
                throw new ObjectNotFoundException("no such object: key=" + key);
            }
            int size = stored.bytes().remaining();
            if (position > size - length) {
                throw new CorruptObjectException("object ends before the range does: key=" + key + " size=" + size
                        + " position=" + position + " length=" + length);
            }
            return join(List.of(stored.bytes().slice((int) position, length)));
        });
    }

    @Override
    public CompletableFuture<Map<String, RemoteWalStorageException>> delete(Collection<String> keys) {
        return answer(() -> {
            Map<String, RemoteWalStorageException> failures = new HashMap<>();
            for (String key : keys) {
                try {
                    KeySyntax.requireKey(key);
                    objects.remove(key);
                } catch (InvalidStorageException e) {
                    failures.put(key, e);
                }
            }
            return failures;
        });
    }

    @Override
    public CompletableFuture<ObjectPage> list(String prefix, Optional<String> continuation) {
        return answer(() -> {
            KeySyntax.requirePrefix(prefix);
            List<ObjectSummary> page =
                    objects.tailMap(continuation.orElse(prefix), continuation.isEmpty()).entrySet().stream()
                            .filter(entry -> entry.getKey().startsWith(prefix))
                            .limit(PAGE_SIZE)
                            .map(entry -> new ObjectSummary(
                                    entry.getKey(),
                                    entry.getValue().bytes().remaining(),
                                    entry.getValue().lastModifiedMs()))
                            .toList();
            return new ObjectPage(
                    page,
                    page.size() < PAGE_SIZE
                            ? Optional.empty()
                            : Optional.of(page.get(page.size() - 1).key()));
        });
    }

    @Override
    public void close() {
        closed = true;
    }

    /** The keys of all objects there are, sorted. */
    public List<String> keys() {
        return List.copyOf(objects.keySet());
    }

    /** Puts other bytes in an object's place, as a store that fails would. */
    public void overwrite(String key, ByteBuffer bytes) {
        objects.computeIfPresent(key, (k, old) -> new Stored(join(List.of(bytes)), old.lastModifiedMs()));
    }

    /** When objects that are put from now on are said to have been created. */
    public void setLastModifiedMs(long lastModifiedMs) {
        this.lastModifiedMs = lastModifiedMs;
    }

    private <T> CompletableFuture<T> answer(Operation<T> operation) {
        try {
            if (closed) {
                throw new InvalidStorageException("store is closed");
            }
            return CompletableFuture.completedFuture(operation.run());
        } catch (RemoteWalStorageException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static ByteBuffer join(List<ByteBuffer> content) {
        int size = content.stream().mapToInt(ByteBuffer::remaining).sum();
        ByteBuffer joined = ByteBuffer.allocate(size);
        content.forEach(buffer -> joined.put(buffer.duplicate()));
        return joined.flip();
    }

    private interface Operation<T> {
        T run() throws RemoteWalStorageException;
    }

    private record Stored(ByteBuffer bytes, long lastModifiedMs) {}
}
