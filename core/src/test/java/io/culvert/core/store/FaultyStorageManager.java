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

import io.culvert.api.ObjectPage;
import io.culvert.api.RemoteWalStorageException;
import io.culvert.api.RemoteWalStorageManager;
import io.culvert.api.RetriableStorageException;
import io.culvert.api.StoragePrices;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A store that misbehaves on demand. Calls that no rule matches go straight to the store behind; of several rules, the
 * newest that matches holds. As thread-safe as the store behind.
 *
 * <pre>{@code
 * store.when(Call.to(StoreOperation.PUT)).fail(() -> new RetriableStorageException("busy"));
 * store.next(Call.to(StoreOperation.GET)).flipByte(17);
 * store.heal();
 * }</pre>
 */
public final class FaultyStorageManager implements RemoteWalStorageManager {

    private final RemoteWalStorageManager behind;
    private final ScheduledExecutorService timer;
    private final List<Rule> rules = new CopyOnWriteArrayList<>();
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final Queue<CompletableFuture<?>> unanswered = new ConcurrentLinkedQueue<>();

    /**
     * Wraps a store.
     *
     * @param timer runs what is delayed; a manual one, as a rule
     */
    public FaultyStorageManager(RemoteWalStorageManager behind, ScheduledExecutorService timer) {
        this.behind = behind;
        this.timer = timer;
    }

    /** Every call that matches misbehaves, until {@link #heal}. */
    public Fault when(Predicate<Call> matching) {
        return new Fault(matching, Integer.MAX_VALUE);
    }

    /** The next call that matches misbehaves. */
    public Fault next(Predicate<Call> matching) {
        return new Fault(matching, 1);
    }

    /** Every call from now on is as the store behind; what hangs goes on hanging. */
    public void heal() {
        rules.clear();
    }

    /** All calls so far, in order. */
    public List<Call> calls() {
        return List.copyOf(calls);
    }

    /** How many answers of hanging calls somebody still waits for. */
    public long hanging() {
        return unanswered.stream().filter(answer -> !answer.isDone()).count();
    }

    @Override
    public void configure(Map<String, ?> configs) {
        behind.configure(configs);
    }

    @Override
    public CompletableFuture<Void> put(String key, List<ByteBuffer> content) {
        return answer(new Call(StoreOperation.PUT, key), () -> behind.put(key, content));
    }

    @Override
    public CompletableFuture<ByteBuffer> get(String key, long position, int length) {
        return answer(new Call(StoreOperation.GET, key), () -> behind.get(key, position, length));
    }

    @Override
    public CompletableFuture<Map<String, RemoteWalStorageException>> delete(Collection<String> keys) {
        return answer(new Call(StoreOperation.DELETE, String.join(",", keys)), () -> behind.delete(keys));
    }

    @Override
    public CompletableFuture<ObjectPage> list(String prefix, Optional<String> continuation) {
        return answer(new Call(StoreOperation.LIST, prefix), () -> behind.list(prefix, continuation));
    }

    @Override
    public StoragePrices listPrices() {
        return behind.listPrices();
    }

    @Override
    public void close() throws IOException {
        behind.close();
    }

    @SuppressWarnings("unchecked") // what misbehaves passes on what the work answers, if it answers
    private <T> CompletableFuture<T> answer(Call call, Supplier<CompletableFuture<T>> work) {
        calls.add(call);
        for (int i = rules.size() - 1; i >= 0; i--) {
            Rule rule = rules.get(i);
            if (rule.matching().test(call)) {
                if (rule.timesLeft().decrementAndGet() == 0) {
                    rules.remove(rule);
                }
                Supplier<CompletableFuture<Object>> untyped = () -> (CompletableFuture<Object>) work.get();
                return (CompletableFuture<T>) rule.misbehavior().apply(untyped);
            }
        }
        return work.get();
    }

    private CompletableFuture<Object> neverAnswered() {
        CompletableFuture<Object> never = new CompletableFuture<>();
        unanswered.add(never);
        return never;
    }

    private CompletableFuture<Object> later(Duration delay, Supplier<CompletableFuture<Object>> work) {
        CompletableFuture<Object> answer = new CompletableFuture<>();
        Runnable task = () -> {
            var unused = work.get().whenComplete((result, failure) -> {
                if (failure == null) {
                    answer.complete(result);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        };
        var unused = timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return answer;
    }

    /**
     * A call to the store.
     *
     * @param operation its kind
     * @param key the key or prefix; of a delete, all keys with commas between
     */
    public record Call(StoreOperation operation, String key) {

        /** Matches calls of one kind. */
        public static Predicate<Call> to(StoreOperation operation) {
            return call -> call.operation() == operation;
        }

        /** Matches every call. */
        public static Predicate<Call> any() {
            return call -> true;
        }
    }

    /** Says how calls misbehave. */
    public final class Fault {

        private final Predicate<Call> matching;
        private final int times;

        private Fault(Predicate<Call> matching, int times) {
            this.matching = matching;
            this.times = times;
        }

        /** Does nothing and fails. */
        public void fail(Supplier<? extends Throwable> failure) {
            add(work -> CompletableFuture.failedFuture(failure.get()));
        }

        /** Throws instead of failing its answer, against the contract. */
        public void throwAtOnce(Supplier<? extends RuntimeException> failure) {
            add(work -> {
                throw failure.get();
            });
        }

        /** Does nothing and cancels its own answer. */
        public void cancelItself() {
            add(work -> {
                CompletableFuture<Object> cancelled = new CompletableFuture<>();
                cancelled.cancel(true);
                return cancelled;
            });
        }

        /** Does nothing and answers so; what is answered must be of the call's type. */
        public void answer(Supplier<?> result) {
            add(work -> CompletableFuture.completedFuture(result.get()));
        }

        /** Does nothing and never answers. */
        public void hang() {
            add(work -> neverAnswered());
        }

        /** Does the work and never answers. */
        public void dropReply() {
            add(work -> {
                var unused = work.get();
                return neverAnswered();
            });
        }

        /** Does the work and then fails, as a connection that broke too late would. */
        public void failAfterwards() {
            add(work -> work.get().thenApply(result -> {
                throw new CompletionException(
                        new RetriableStorageException("injected: connection broke after the work was done"));
            }));
        }

        /** Does the work at once and answers late. */
        public void delayReply(Duration delay) {
            add(work -> {
                CompletableFuture<Object> done = work.get();
                return later(delay, () -> done);
            });
        }

        /** Does the work late, even if nobody waits for the answer any more, and then answers. */
        public void delayWork(Duration delay) {
            add(work -> later(delay, work));
        }

        /** Answers gets with this many bytes less. */
        public void truncate(int bytes) {
            alter(range -> range.limit(Math.max(range.position(), range.limit() - bytes)));
        }

        /** Answers gets with one byte changed: the one at {@code index} behind the start, or the last before it. */
        public void flipByte(int index) {
            alter(range -> {
                int position = range.position() + Math.min(index, range.remaining() - 1);
                range.put(position, (byte) ~range.get(position));
            });
        }

        private void alter(Consumer<ByteBuffer> change) {
            add(work -> work.get().thenApply(result -> {
                if (result instanceof ByteBuffer range) {
                    change.accept(range);
                }
                return result;
            }));
        }

        private void add(Misbehavior misbehavior) {
            rules.add(new Rule(matching, misbehavior, new AtomicInteger(times)));
        }
    }

    private interface Misbehavior {
        CompletableFuture<Object> apply(Supplier<CompletableFuture<Object>> work);
    }

    private record Rule(Predicate<Call> matching, Misbehavior misbehavior, AtomicInteger timesLeft) {}
}
