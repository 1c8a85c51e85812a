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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.culvert.api.InvalidStorageException;
import io.culvert.api.RetriableStorageException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LaneTest {

    private final Lane lane = new Lane("test-lane", 2, 3);
    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(2);

    @AfterEach
    void closeLane() {
        release.countDown();
        lane.close();
    }

    @Test
    void answersOnItsOwnThreads() {
        CompletableFuture<String> call =
                lane.submit("op failed", unwanted -> Thread.currentThread().getName());

        assertThat(call.join()).startsWith("test-lane-");
    }

    @Test
    void failsAtOnceWhenTooManyWait() throws Exception {
        hangBothThreads();
        List<CompletableFuture<String>> waiting = fillTheQueue();

        CompletableFuture<String> tooMany = lane.submit("op failed: key=a", unwanted -> "done");

        assertThat(failure(tooMany))
                .isInstanceOf(RetriableStorageException.class)
                .hasMessageContaining("op failed: key=a")
                .hasMessageContaining("lane=test-lane");
        release.countDown();
        assertThat(waiting).allSatisfy(call -> assertThat(call.join()).isEqualTo("done"));
    }

    @Test
    void makesRoomWhenAWaitingCallIsCancelled() throws Exception {
        hangBothThreads();
        AtomicBoolean ran = new AtomicBoolean();
        CompletableFuture<String> cancelled = lane.submit("op failed", unwanted -> {
            ran.set(true);
            return "done";
        });
        List<CompletableFuture<String>> waiting = new ArrayList<>();
        waiting.add(lane.submit("op failed", unwanted -> "done"));
        waiting.add(lane.submit("op failed", unwanted -> "done"));

        cancelled.cancel(false);
        waiting.add(lane.submit("op failed", unwanted -> "done"));
        release.countDown();

        assertThat(waiting).allSatisfy(call -> assertThat(call.join()).isEqualTo("done"));
        assertThat(ran).isFalse();
    }

    @Test
    void tellsARunningOperationThatNobodyWants() throws Exception {
        AtomicBoolean told = new AtomicBoolean();
        CountDownLatch running = new CountDownLatch(1);
        CompletableFuture<String> call = lane.submit("op failed", unwanted -> {
            running.countDown();
            await().until(unwanted::getAsBoolean);
            told.set(true);
            return "done";
        });
        running.await();

        call.cancel(true);

        await().untilTrue(told);
        assertThat(call).isCancelled();
    }

    @Test
    void bringsErrorsToWhoeverWaits() {
        OutOfMemoryError error = new OutOfMemoryError("injected");

        CompletableFuture<String> call = lane.submit("op failed", unwanted -> {
            throw error;
        });

        await().until(call::isDone);
        assertThat(failure(call)).isInstanceOf(RetriableStorageException.class).hasCause(error);
        assertThat(lane.submit("op failed", unwanted -> "still here").join()).isEqualTo("still here");
    }

    @Test
    void failsWhatWaitsAndInterruptsWhatRunsWhenClosed() throws Exception {
        List<CompletableFuture<String>> hanging = hangBothThreads();
        List<CompletableFuture<String>> waiting = fillTheQueue();

        lane.close();

        assertThat(waiting)
                .allSatisfy(call -> assertThat(failure(call))
                        .isInstanceOf(InvalidStorageException.class)
                        .hasMessageContaining("closed"));
        assertThat(lane.awaitEnd(10_000)).isTrue();
        assertThat(hanging).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(failure(lane.submit("op failed", unwanted -> "late"))).isInstanceOf(InvalidStorageException.class);
    }

    private static Throwable failure(CompletableFuture<?> call) {
        return call.handle((result, failure) -> failure).join();
    }

    private List<CompletableFuture<String>> hangBothThreads() throws InterruptedException {
        List<CompletableFuture<String>> hanging = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            hanging.add(lane.submit("op failed", unwanted -> {
                begun.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                }
                return "hung";
            }));
        }
        begun.await();
        return hanging;
    }

    private List<CompletableFuture<String>> fillTheQueue() {
        List<CompletableFuture<String>> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(lane.submit("op failed", unwanted -> "done"));
        }
        return waiting;
    }
}
