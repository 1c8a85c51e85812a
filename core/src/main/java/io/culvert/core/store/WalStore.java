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

package io.culvert.core.store;

import io.culvert.api.CorruptObjectException;
import io.culvert.api.ObjectExistsException;
import io.culvert.api.ObjectNotFoundException;
import io.culvert.api.ObjectPage;
import io.culvert.api.RemoteWalStorageException;
import io.culvert.api.RemoteWalStorageManager;
import io.culvert.api.RetriableStorageException;
import io.culvert.core.format.ObjectId;
import io.culvert.core.format.ObjectKeys;
import io.culvert.core.store.StoreRequests.Request;
import io.culvert.core.time.Ticker;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one cluster in a store. Adds to a {@link RemoteWalStorageManager} what every store needs: names instead
 * of keys, a deadline on every call, failures that are always a {@link RemoteWalStorageException} and never wrapped, and a
 * put that knows its own object again. Thread-safe; no call blocks its caller for the store.
 *
 * <p>Every future completes by its deadline, on any thread; cancelling it cancels what the store does for it. Retrying,
 * hedging and deciding what a failure means belong to the callers.
 */
public final class WalStore {

    private final RemoteWalStorageManager manager;
    private final ObjectKeys keys;
    private final Supplier<StoreDeadlines> deadlines;
    private final ScheduledExecutorService timer;
    private final StoreObserver observer;
    private final StoreRequests requests;

    /**
     * Wraps a configured manager, which stays its owner's to close.
     *
     * @param deadlines looked up at the start of every call
     * @param timer runs the deadlines; should forget what is cancelled, as {@link
     *     java.util.concurrent.ScheduledThreadPoolExecutor#setRemoveOnCancelPolicy} has it
     */
    public WalStore(
            RemoteWalStorageManager manager,
            ObjectKeys keys,
            Supplier<StoreDeadlines> deadlines,
            ScheduledExecutorService timer,
            Ticker ticker,
            StoreObserver observer) {
        this.manager = manager;
        this.keys = keys;
        this.deadlines = deadlines;
        this.timer = timer;
        this.observer = observer;
        this.requests = new StoreRequests(ticker, observer);
    }

    /** What the keys of this cluster's objects look like. */
    public ObjectKeys keys() {
        return keys;
    }

    /**
     * Creates an object. If there is one by that name already, it is read back in part: the same bytes at both ends, which
     * hold the checksum of the index and so of every section, mean that an earlier attempt had succeeded.
     *
     * @param object its name; a second call with the same name has the same content
     * @param content its bytes, from each buffer's position to its limit; left alone by the caller until completion
     * @return completes normally once the object is stored, by this call or an earlier one; with {@link
     *     ObjectExistsException} if the name is taken by other bytes; after any other failure nothing is known of the object
     */
    public CompletableFuture<Void> put(ObjectId object, List<ByteBuffer> content) {
        String key = keys.key(object);
        String what = "put failed: key=" + key;
        long size = content.stream().mapToLong(ByteBuffer::remaining).sum();
        if (size == 0) {
            throw new IllegalArgumentException("an object has bytes: key=" + key);
        }
        DeadlineCall<Void> call = DeadlineCall.start(what, deadlines.get().put(), timer);
        Request<Void> request = new Request<>(StoreOperation.PUT, what, size, () -> manager.put(key, content));
        requests.send(request, call, (nothing, failure) -> {
            if (failure instanceof ObjectExistsException) {
                readBack(call, key, content, failure);
            } else {
                complete(call, null, failure);
            }
        });
        return call;
    }

    private void readBack(
            DeadlineCall<Void> call, String key, List<ByteBuffer> content, RemoteWalStorageException exists) {
        List<ObjectEnd> ends = ObjectEnd.of(content);
        AtomicInteger toCome = new AtomicInteger(ends.size());
        String what = "read back of an object that exists failed: key=" + key;
        for (ObjectEnd end : ends) {
            Request<ByteBuffer> request =
                    rangeRequest(what, key, end.position(), end.bytes().remaining());
            requests.send(request, call, (bytes, failure) -> {
                if (failure instanceof CorruptObjectException || (bytes != null && !bytes.equals(end.bytes()))) {
                    call.completeExceptionally(exists);
                } else if (failure != null) {
                    call.completeExceptionally(new RetriableStorageException(what, failure));
                } else if (toCome.decrementAndGet() == 0 && call.complete(null)) {
                    observer.foundOwnObject();
                }
            });
        }
    }

    /**
     * Reads a range of an object, all of it or nothing.
     *
     * @param object the object
     * @param position first byte of the range, from 0
     * @param length number of bytes, at least 1
     * @return a buffer of exactly {@code length} remaining bytes that the caller owns; with {@link ObjectNotFoundException}
     *     if there is no such object, or {@link CorruptObjectException} if it ends before the range does
     */
    public CompletableFuture<ByteBuffer> get(ObjectId object, long position, int length) {
        String key = keys.key(object);
        String what = "get failed: key=" + key + " position=" + position + " length=" + length;
        DeadlineCall<ByteBuffer> call = DeadlineCall.start(what, deadlines.get().get(), timer);
        requests.send(rangeRequest(what, key, position, length), call, (bytes, failure) -> {
            if (bytes != null && bytes.remaining() != length) {
                call.completeExceptionally(
                        new CorruptObjectException(what + " reason=wrong number of bytes got=" + bytes.remaining()));
            } else {
                complete(call, bytes, failure);
            }
        });
        return call;
    }

    private Request<ByteBuffer> rangeRequest(String what, String key, long position, int length) {
        return new Request<>(StoreOperation.GET, what, length, () -> manager.get(key, position, length));
    }

    /**
     * Deletes objects; deleting a missing one succeeds.
     *
     * @return for each object that could not be deleted, why; fails if nothing is known of any
     */
    public CompletableFuture<Map<ObjectId, RemoteWalStorageException>> delete(Collection<ObjectId> objects) {
        Map<String, ObjectId> byKey = new LinkedHashMap<>();
        objects.forEach(object -> byKey.put(keys.key(object), object));
        String what = "delete failed: objects=" + byKey.size();
        DeadlineCall<Map<ObjectId, RemoteWalStorageException>> call =
                DeadlineCall.start(what, deadlines.get().delete(), timer);
        Request<Map<String, RemoteWalStorageException>> request =
                new Request<>(StoreOperation.DELETE, what, 0, () -> manager.delete(byKey.keySet()));
        requests.send(request, call, (failures, failure) -> {
            complete(call, failures == null ? null : byObject(failures, byKey), failure);
        });
        return call;
    }

    private static Map<ObjectId, RemoteWalStorageException> byObject(
            Map<String, RemoteWalStorageException> failures, Map<String, ObjectId> byKey) {
        Map<ObjectId, RemoteWalStorageException> byObject = new HashMap<>();
        failures.forEach((key, failure) -> {
            ObjectId object = byKey.get(key);
            if (object != null) {
                byObject.put(object, failure);
            }
        });
        return byObject;
    }

    /**
     * Lists a page of what begins with a prefix.
     *
     * @param prefix one of those that {@link #keys()} gives
     * @param continuation empty for the first page, else {@link ObjectPage#continuation()} of the page before
     */
    public CompletableFuture<ObjectPage> list(String prefix, Optional<String> continuation) {
        String what = "list failed: prefix=" + prefix;
        DeadlineCall<ObjectPage> call = DeadlineCall.start(what, deadlines.get().list(), timer);
        Request<ObjectPage> request =
                new Request<>(StoreOperation.LIST, what, 0, () -> manager.list(prefix, continuation));
        requests.send(request, call, (page, failure) -> complete(call, page, failure));
        return call;
    }

    private static <T> void complete(
            CompletableFuture<T> call, @Nullable T result, @Nullable RemoteWalStorageException failure) {
        if (failure == null) {
            call.complete(result);
        } else {
            call.completeExceptionally(failure);
        }
    }
}
