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

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.Configurable;

/**
 * Keeps WAL objects in a store that all brokers of a cluster can reach.
 *
 * <p>Life cycle: constructed with the no-argument constructor, {@link #configure(Map) configured} once, used, closed
 * once. Every method but {@code configure} and {@code close} is asynchronous and may be called from any thread at the
 * same time; none blocks its caller for the store. Completions may run on any thread of the implementation and must not
 * be used for long work by the caller.
 *
 * <p>A future completes exceptionally with a {@link RemoteWalStorageException} (or a wrapping
 * {@link java.util.concurrent.CompletionException}) whose subclass says what the caller should do. An implementation
 * sets no deadline of its own longer than its settings say; batching, retries across calls, caching, hedging and
 * integrity belong to the caller. Cancelling a future frees what the operation holds as soon as the store lets it.
 *
 * <p>Keys are {@code /}-separated paths of characters {@code [A-Za-z0-9._-]}; they never begin or end with a slash and
 * never contain an empty, {@code .} or {@code ..} segment. Whatever else is passed fails with
 * {@link InvalidStorageException}; {@link KeySyntax} checks it.
 */
public interface RemoteWalStorageManager extends Configurable, Closeable {

    /**
     * Creates an object, or fails if the key exists.
     *
     * <p>After success the object is whole, durable as far as the store promises, and visible to every reader. After a
     * failure the object may exist or not, but never in part.
     *
     * @param key the object's key
     * @param content the object's bytes, in order, from each buffer's position to its limit; neither the buffers'
     *     contents nor their positions are changed, and the caller must leave them alone until completion
     * @return completes normally once the object is stored; exceptionally with {@link ObjectExistsException} if the key
     *     exists, whatever its content
     */
    CompletableFuture<Void> put(String key, List<ByteBuffer> content);

    /**
     * Reads a range of an object, all of it or nothing.
     *
     * @param key the object's key
     * @param position first byte of the range, from 0
     * @param length number of bytes, at least 1
     * @return a buffer of exactly {@code length} remaining bytes that the caller owns; exceptionally with
     *     {@link ObjectNotFoundException} if there is no such object, or {@link CorruptObjectException} if the object
     *     ends before the range does
     */
    CompletableFuture<ByteBuffer> get(String key, long position, int length);

    /**
     * Deletes objects; deleting a missing object succeeds.
     *
     * @param keys any number of keys
     * @return for each key that could not be deleted, why; an empty map if all are gone. The future itself fails only
     *     if nothing is known of any key.
     */
    CompletableFuture<Map<String, RemoteWalStorageException>> delete(Collection<String> keys);

    /**
     * Lists objects whose key begins with a prefix, a page at a time.
     *
     * @param prefix empty, or whole segments that end in {@code /}
     * @param continuation empty for the first page, else {@link ObjectPage#continuation()} of the page before
     * @return a page; order within and across pages is not promised, and objects created or deleted meanwhile may or may
     *     not be seen
     */
    CompletableFuture<ObjectPage> list(String prefix, Optional<String> continuation);

    /**
     * Says what this kind of store charges unless the operator's settings say otherwise.
     *
     * @return the list prices, {@link StoragePrices#FREE} for a store that does not charge per request or byte
     */
    default StoragePrices listPrices() {
        return StoragePrices.FREE;
    }
}
