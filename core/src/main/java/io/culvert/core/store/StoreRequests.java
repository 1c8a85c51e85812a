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
import io.culvert.core.time.Ticker;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends requests to the store for calls that wait, and tells the observer of each how it ended. Thread-safe. */
final class StoreRequests {

    private final Ticker ticker;
    private final StoreObserver observer;

    StoreRequests(Ticker ticker, StoreObserver observer) {
        this.ticker = ticker;
        this.observer = observer;
    }

    /**
     * Sends a request.
     *
     * @param call whom it is for; when the call is done, the request is cancelled
     * @param then takes the answer, or else the failure; not called if the call's caller cancelled it
     */
    <T> void send(
            Request<T> request,
            DeadlineCall<?> call,
            BiConsumer<@Nullable T, @Nullable RemoteWalStorageException> then) {
        long startedNanos = ticker.nanos();
        CompletableFuture<T> answer;
        try {
            answer = Objects.requireNonNull(request.send().get(), "the store answered with null");
        } catch (RuntimeException e) {
            answer = CompletableFuture.failedFuture(e);
        }
        call.cancelWhenDone(answer);
        var unused = answer.whenComplete((result, thrown) -> {
            long nanos = ticker.nanos() - startedNanos;
            if (thrown == null) {
                observer.succeeded(request.operation(), request.bytes(), nanos);
                then.accept(result, null);
            } else if (!call.isCancelled()) {
                RemoteWalStorageException failure = failure(request, call, thrown);
                observer.failed(request.operation(), failure, nanos);
                then.accept(null, failure);
            }
        });
    }

    private static RemoteWalStorageException failure(Request<?> request, DeadlineCall<?> call, Throwable thrown) {
        RemoteWalStorageException expiry = call.expiry();
        return expiry != null ? expiry : StoreFailures.unwrap(request.what(), thrown);
    }

    /**
     * What to send.
     *
     * @param operation its kind
     * @param what what to say failed, such as {@code get failed: key=a/b}
     * @param bytes of the object or range; 0 for deletes and lists
     * @param send sends it; may throw
     */
    record Request<T>(StoreOperation operation, String what, long bytes, Supplier<CompletableFuture<T>> send) {}
}
