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

package io.culvert.core.time;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A clock that a test moves, and the timer that goes with it: what is scheduled runs inside {@link #advance}, on the test's
 * own thread, in the order of its time and then of its scheduling. What is executed without a delay runs with the next
 * {@link #advance}, be it by nothing. A task that throws makes {@link #advance} throw. Not thread-safe.
 */
public final class ManualScheduler extends AbstractExecutorService implements ScheduledExecutorService, Ticker {

    private final PriorityQueue<Task<?>> tasks = new PriorityQueue<>();
    private long nowNanos;
    private long scheduled;
    private boolean shutdown;

    /** Starts at a time that is not zero, so that nobody comes to rely on that. */
    public ManualScheduler() {
        this(1_000_000_000L);
    }

    public ManualScheduler(long startNanos) {
        this.nowNanos = startNanos;
    }

    @Override
    public long nanos() {
        return nowNanos;
    }

    /** Moves the clock on, and runs what becomes due on the way at the time that it is due. */
    public void advance(Duration duration) {
        long end = nowNanos + duration.toNanos();
        for (Task<?> next = tasks.peek(); next != null && next.dueNanos - end <= 0; next = tasks.peek()) {
            tasks.remove(next);
            nowNanos = Math.max(nowNanos, next.dueNanos);
            next.runOrReset();
            if (next.thrown != null) {
                throw new AssertionError("a task threw", next.thrown);
            }
        }
        nowNanos = end;
    }

    /** How many tasks are scheduled and not cancelled. */
    public int pending() {
        return tasks.size();
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return add(new Task<>(command, unit.toNanos(delay), 0));
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return add(new Task<>(callable, unit.toNanos(delay)));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        return add(new Task<>(command, unit.toNanos(initialDelay), unit.toNanos(period)));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return add(new Task<>(command, unit.toNanos(initialDelay), unit.toNanos(delay)));
    }

    @Override
    public void execute(Runnable command) {
        var unused = add(new Task<>(command, 0, 0));
    }

    private <V> Task<V> add(Task<V> task) {
        if (shutdown) {
            throw new RejectedExecutionException("shut down");
        }
        tasks.add(task);
        return task;
    }

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown = true;
        List<Runnable> waiting = new ArrayList<>(tasks);
        tasks.clear();
        return waiting;
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown && tasks.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isTerminated();
    }

    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {

        private final long number = scheduled++;
        private final long periodNanos;
        private long dueNanos;
        private Throwable thrown;

        Task(Runnable command, long delayNanos, long periodNanos) {
            super(command, null);
            this.dueNanos = nowNanos + delayNanos;
            this.periodNanos = periodNanos;
        }

        Task(Callable<V> callable, long delayNanos) {
            super(callable);
            this.dueNanos = nowNanos + delayNanos;
            this.periodNanos = 0;
        }

        void runOrReset() {
            if (periodNanos == 0) {
                run();
            } else if (runAndReset()) {
                dueNanos += periodNanos;
                tasks.add(this);
            }
        }

        @Override
        protected void setException(Throwable failure) {
            thrown = failure;
            super.setException(failure);
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            tasks.remove(this);
            return super.cancel(mayInterruptIfRunning);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos - nowNanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            Task<?> task = (Task<?>) other;
            int order = Long.signum(dueNanos - task.dueNanos);
            return order != 0 ? order : Long.compare(number, task.number);
        }
    }
}
