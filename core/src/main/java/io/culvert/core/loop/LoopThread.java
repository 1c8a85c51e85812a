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

package io.culvert.core.loop;

import io.culvert.core.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs {@link LoopTask}s in turn on one daemon thread and parks in between.
 *
 * <p>The thread may read the broker's logs, so nothing here ever interrupts it, and an interrupt from elsewhere is
 * cleared before the tasks run: a read under an interrupt would close the broker's file channel. Whatever a task throws
 * ends its round only.
 */
public final class LoopThread {

    private static final Logger LOG = LoggerFactory.getLogger(LoopThread.class);

    /** A task that threw does not run before this is over, however often it is woken. */
    private static final long PAUSE_AFTER_FAILURE_NANOS = 100_000_000L;

    private final String name;
    private final Ticker ticker;
    private final AtomicBoolean signalled = new AtomicBoolean();
    private volatile boolean stopping;
    private volatile @Nullable Thread thread;

    /**
     * Makes a loop that is not running yet.
     *
     * @param name the thread's name
     */
    public LoopThread(String name, Ticker ticker) {
        this.name = name;
        this.ticker = ticker;
    }

    /** Starts to run the tasks; to be called once. */
    public void start(List<? extends LoopTask> tasks) {
        if (thread != null) {
            throw new IllegalStateException("loop was started before: thread=" + name);
        }
        List<Slot> slots =
                tasks.stream().map(task -> new Slot(task, ticker.nanos())).toList();
        Thread owner = new Thread(() -> run(slots), name);
        owner.setDaemon(true);
        thread = owner;
        owner.start();
    }

    /** Makes the tasks run soon. Cheap, from any thread, before the start and after the end too. */
    public void wake() {
        if (!signalled.get() && signalled.compareAndSet(false, true)) {
            LockSupport.unpark(thread);
        }
    }

    /**
     * Ends the loop after the round that is running. May be called again.
     *
     * @param timeout the longest time to wait for that
     * @return whether the thread has ended
     */
    public boolean stop(Duration timeout) {
        stopping = true;
        Thread owner = thread;
        if (owner == null) {
            return true;
        }
        LockSupport.unpark(owner);
        if (owner != Thread.currentThread()) {
            try {
                owner.join(Math.max(1, timeout.toMillis()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return !owner.isAlive();
    }

    private void run(List<Slot> slots) {
        while (!stopping) {
            signalled.set(false);
            Thread.interrupted();
            long wait = Long.MAX_VALUE;
            for (Slot slot : slots) {
                wait = Math.min(wait, slot.run());
            }
            if (wait > 0 && !stopping && !signalled.get()) {
                LockSupport.parkNanos(this, wait);
            }
        }
        for (Slot slot : slots) {
            slot.stop();
        }
    }

    /** One task and the time before which it must not run. */
    private final class Slot {

        private final LoopTask task;
        private long notBeforeNanos;

        Slot(LoopTask task, long nowNanos) {
            this.task = task;
            this.notBeforeNanos = nowNanos;
        }

        /** Runs the task if it may; returns nanoseconds until it wants to run again. */
        @SuppressWarnings("CatchingUnchecked")
        long run() {
            long now = ticker.nanos();
            if (notBeforeNanos - now > 0) {
                return notBeforeNanos - now;
            }
            try {
                return task.runOnce(now);
            } catch (Throwable failure) {
                notBeforeNanos = ticker.nanos() + PAUSE_AFTER_FAILURE_NANOS;
                tell(failure);
                return PAUSE_AFTER_FAILURE_NANOS;
            }
        }

        private void tell(Throwable failure) {
            try {
                task.failed(failure, ticker.nanos());
            } catch (Throwable second) {
                LOG.error("a task could not cope with its failure: thread={}", name, second);
            }
        }

        void stop() {
            try {
                task.stop();
            } catch (Throwable failure) {
                LOG.error("a task failed while it ended: thread={}", name, failure);
            }
        }
    }
}
