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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.culvert.core.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LoopThreadTest {

    private final LoopThread loop = new LoopThread("loop-under-test", Ticker.system());

    @AfterEach
    void stop() {
        assertThat(loop.stop(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void runsWhenItWantsToAndWhenItIsWoken() {
        CountingTask task = new CountingTask();
        task.wait = Long.MAX_VALUE;
        loop.start(List.of(task));
        await().until(() -> task.rounds.get() == 1);

        loop.wake();
        await().until(() -> task.rounds.get() == 2);

        task.wait = 1_000_000;
        loop.wake();
        await().until(() -> task.rounds.get() > 5);
    }

    @Test
    void goesOnAfterAnError() {
        CountingTask task = new CountingTask();
        task.failure = new OutOfMemoryError("injected");
        loop.start(List.of(task));

        await().until(() -> task.failures.get() >= 2);
        task.failure = null;
        int before = task.rounds.get();
        await().until(() -> task.rounds.get() > before + 2);
    }

    @Test
    void aTaskThatFailsIsNotRunInABusyLoopHoweverOftenItIsWoken() {
        CountingTask failing = new CountingTask();
        failing.failure = new IllegalStateException("injected");
        CountingTask well = new CountingTask();
        loop.start(List.of(failing, well));

        await().until(() -> {
            loop.wake();
            return failing.failures.get() >= 3;
        });
        assertThat(well.rounds.get()).as("the other task runs meanwhile").isGreaterThan(failing.failures.get());
    }

    @Test
    void anInterruptNeverReachesATask() {
        AtomicReference<Thread> owner = new AtomicReference<>();
        AtomicInteger interrupted = new AtomicInteger();
        CountingTask task = new CountingTask() {
            @Override
            public long runOnce(long nowNanos) {
                owner.set(Thread.currentThread());
                interrupted.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
                rounds.incrementAndGet();
                return Long.MAX_VALUE;
            }
        };
        loop.start(List.of(task));
        await().until(() -> task.rounds.get() == 1);

        owner.get().interrupt();
        await().until(() -> {
            loop.wake();
            return task.rounds.get() > 3;
        });
        assertThat(interrupted).hasValue(0);
    }

    @Test
    void endsItsTasksOnceAndWithinTheDeadline() {
        CountingTask task = new CountingTask();
        loop.start(List.of(task));

        assertThat(loop.stop(Duration.ofSeconds(30))).isTrue();
        assertThat(loop.stop(Duration.ofSeconds(30))).isTrue();

        assertThat(task.stops).hasValue(1);
    }

    @Test
    void doesNotWaitLongerThanAllowedForARoundThatHangs() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        loop.start(List.of(new CountingTask() {
            @Override
            public long runOnce(long nowNanos) {
                entered.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("a reader of logs was interrupted", e);
                }
                return Long.MAX_VALUE;
            }
        }));
        entered.await();

        assertThat(loop.stop(Duration.ofMillis(10))).isFalse();
        release.countDown();
        assertThat(loop.stop(Duration.ofSeconds(30))).isTrue();
    }

    private static class CountingTask implements LoopTask {
        final AtomicInteger rounds = new AtomicInteger();
        final AtomicInteger failures = new AtomicInteger();
        final AtomicInteger stops = new AtomicInteger();
        volatile long wait = 1_000_000;
        volatile Throwable failure;

        @Override
        public long runOnce(long nowNanos) {
            Throwable now = failure;
            if (now instanceof Error error) {
                throw error;
            }
            if (now instanceof RuntimeException exception) {
                throw exception;
            }
            rounds.incrementAndGet();
            return wait;
        }

        @Override
        public void failed(Throwable cause, long nowNanos) {
            failures.incrementAndGet();
        }

        @Override
        public void stop() {
            stops.incrementAndGet();
        }
    }
}
