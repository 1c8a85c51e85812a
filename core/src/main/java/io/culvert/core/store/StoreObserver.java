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

import io.culvert.api.RemoteWalStorageException;

/**
 * Hears of every request to the store, for metrics. Called on any thread, the caller's among them; must be fast and never
 * throw. A request that its caller cancelled is not heard of again.
 */
public interface StoreObserver {

    /** Hears nothing. */
    StoreObserver NONE = new StoreObserver() {};

    /**
     * The store answered.
     *
     * @param bytes of the object or range; 0 for deletes and lists
     * @param nanos since the request
     */
    default void succeeded(StoreOperation operation, long bytes, long nanos) {}

    /**
     * The store failed, or did not answer in time.
     *
     * @param failure why; its type says what the caller will do
     * @param nanos since the request
     */
    default void failed(StoreOperation operation, RemoteWalStorageException failure, long nanos) {}

    /** A put met an object that turned out to be its own: the reply to an earlier attempt was lost. */
    default void foundOwnObject() {}
}
