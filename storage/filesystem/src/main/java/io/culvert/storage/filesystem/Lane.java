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

import io.culvert.api.InvalidStorageException;
import io.culvert.api.RemoteWalStorageException;
import io.culvert.api.RetriableStorageException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Daemon threads that do blocking operations of one sort, so that a volume that hangs holds up these threads and nobody
 * else. At most a set number of operations wait; one more fails at once. Thread-safe.
 */
final class Lane implements AutoCloseable {

    private static final long IDLE_SECONDS = 30;

    private final String name;
    private final ThreadPoolExecutor threads;

    Lane(String name, int threadCount, int waitingLimit) {
        this.name = name;
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(
                threadCount,
                threadCount,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(waitingLimit),
                runnable -> {
                    Thread thread = new Thread(runnable, name + "-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Does an operation on one of the lane's threads.
     *
     * @param what what to say failed, such as {@code put failed: key=a/b}
     * @return completes with the operation's result, or with what the {@link FailureTable} says of its failure; completed
     *     by anybody else, cancelled say, the operation is dropped, or told if it has begun
     */
    <T> CompletableFuture<T> submit(String what, Operation<T> operation) {
        Call<T> call = new Call<>(what, operation);
        try {
            threads.execute(call);
        } catch (RejectedExecutionException e) {
            call.completeExceptionally(
                    threads.isShutdown()
                            ? new InvalidStorageException(what + " reason=the store is closed", e)
                            : new RetriableStorageException(
                                    what + " reason=too many operations wait for the volume: lane=" + name, e));
            return call;
        }
        var unused = call.whenComplete((result, failure) -> {
            if (call.drop()) {
                threads.remove(call);
            }
        });
        return call;
    }

    /** Fails what waits and interrupts what runs; does not wait for it. */
    @Override
    public void close() {
        for (Runnable waiting : threads.shutdownNow()) {
            ((Call<?>) waiting).failClosed();
        }
    }

    /** Waits for what runs to end; false if time is up before. */
    boolean awaitEnd(long timeoutMs) throws InterruptedException {
        return threads.awaitTermination(timeoutMs, TimeUnit.MILLISECONDS);
    }

    /** A blocking operation. */
    interface Operation<T> {

        /**
         * Runs on a thread of the lane.
         *
         * @param unwanted true once nobody waits for the result any more
         */
        @Nullable
        T run(BooleanSupplier unwanted) throws IOException, RemoteWalStorageException;
    }

    private static final class Call<T> extends CompletableFuture<T> implements Runnable {

        private final String what;

        /** Null once the operation was begun or dropped, so that a cancelled call holds no buffers. */
        private final AtomicReference<@Nullable Operation<T>> operation;

        Call(String what, Operation<T> operation) {
            this.what = what;
            this.operation = new AtomicReference<>(operation);
        }

        @Override
        public void run() {
            Operation<T> begun = operation.getAndSet(null);
            if (begun == null) {
                return;
            }
            try {
                complete(begun.run(this::isDone));
            } catch (Throwable e) { // the thread's entry: an Error must reach whoever waits
                completeExceptionally(FailureTable.explain(what, e));
            }
        }

        /** True if the operation had not begun. */
        boolean drop() {
            return operation.getAndSet(null) != null;
        }

        void failClosed() {
            completeExceptionally(new InvalidStorageException(what + " reason=the store is closed"));
        }
    }
}
