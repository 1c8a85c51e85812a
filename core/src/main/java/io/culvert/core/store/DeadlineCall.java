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

import io.culvert.api.RetriableStorageException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a caller, which comes by a deadline. Whoever completes it, be it the store, the deadline or a caller that
 * cancels, all that still runs for it is cancelled, and so frees what it holds. Thread-safe.
 */
final class DeadlineCall<T> extends CompletableFuture<T> {

    private final Queue<Future<?>> running = new ConcurrentLinkedQueue<>();
    private volatile @Nullable RetriableStorageException expiry;

    private DeadlineCall() {}

    /**
     * A call that fails by itself when {@code deadline} is over.
     *
     * @param what what to say failed, such as {@code get failed: key=a/b}
     */
    static <T> DeadlineCall<T> start(String what, Duration deadline, ScheduledExecutorService timer) {
        DeadlineCall<T> call = new DeadlineCall<>();
        var unused = call.whenComplete((result, failure) -> call.cancelRunning());
        try {
            call.cancelWhenDone(
                    timer.schedule(() -> call.expire(what, deadline), deadline.toNanos(), TimeUnit.NANOSECONDS));
        } catch (RejectedExecutionException e) {
            call.completeExceptionally(new RetriableStorageException(what + " reason=the timer was stopped", e));
        }
        return call;
    }

    private void expire(String what, Duration deadline) {
        RetriableStorageException failure = new RetriableStorageException(
                what + " reason=no answer within the deadline deadlineMs=" + deadline.toMillis());
        expiry = failure;
        completeExceptionally(failure);
    }

    /** What the call failed with if its deadline passed. */
    @Nullable
    RetriableStorageException expiry() {
        return expiry;
    }

    /** Cancels {@code work} when the call is done, at once if it is so already. */
    void cancelWhenDone(Future<?> work) {
        running.add(work);
        if (isDone()) {
            cancelRunning();
        }
    }

    private void cancelRunning() {
        for (Future<?> work = running.poll(); work != null; work = running.poll()) {
            work.cancel(true);
        }
    }
}
