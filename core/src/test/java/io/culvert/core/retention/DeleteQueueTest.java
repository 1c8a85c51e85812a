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

package io.culvert.core.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.core.format.ObjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class DeleteQueueTest {

    private final FakeDeletes store = new FakeDeletes();
    private final List<String> events = new ArrayList<>();
    private final RetentionObserver observer = new RetentionObserver() {
        @Override
        public void deleted(int objects) {
            events.add("deleted " + objects);
        }

        @Override
        public void deleteFailed(int objects, Throwable cause) {
            events.add("failed " + objects);
        }

        @Override
        public void dropped(int objects) {
            events.add("dropped");
        }
    };
    private int wakes;
    private final DeleteQueue queue = new DeleteQueue(store, observer, () -> wakes++);
    private long nowNanos = 5_000_000_000L;

    private static ObjectId object(long sequence) {
        return new ObjectId(1, 2, sequence);
    }

    /** Runs the queue every 100 ms. */
    private void pass(long ms) {
        for (long i = 0; i < ms; i += 100) {
            queue.runOnce(nowNanos);
            queue.runOnce(nowNanos);
            nowNanos += TimeUnit.MILLISECONDS.toNanos(100);
        }
    }

    @Test
    void deletesWhenDueAndOnceMoreLater() {
        queue.add(object(1), nowNanos + TimeUnit.SECONDS.toNanos(2));
        pass(1_900);
        assertThat(store.all()).isEmpty();
        pass(300);
        assertThat(store.all()).containsExactly(object(1));
        assertThat(queue.backlog()).isZero();

        pass(TimeUnit.NANOSECONDS.toMillis(DeleteQueue.REPEAT_AFTER_NANOS) + 1_000);
        assertThat(store.all()).containsExactly(object(1), object(1));
        assertThat(queue.size()).isZero();
        pass(600_000);
        assertThat(store.all()).hasSize(2);
    }

    @Test
    void anObjectThatIsDueBeforeAllOthersWakesTheOwnerThread() {
        queue.runOnce(nowNanos);

        queue.add(object(1), nowNanos + 100);
        assertThat(wakes).isEqualTo(1);
        queue.add(object(2), nowNanos + 100);
        queue.add(object(3), nowNanos + 200);
        assertThat(wakes).isEqualTo(1);
        queue.add(object(4), nowNanos);
        assertThat(wakes).isEqualTo(2);
    }

    @Test
    void deletesInBatchesThatKeepTheirDistance() {
        for (int i = 0; i < 1_200; i++) {
            queue.add(object(i), nowNanos);
        }
        queue.runOnce(nowNanos);
        queue.runOnce(nowNanos);
        assertThat(store.batches).hasSize(1);
        assertThat(store.batches.get(0)).hasSize(500);

        pass(500);
        assertThat(store.batches).hasSize(3);
    }

    @Test
    void theRefusedOnesWaitAndTheOthersAreNotTriedAgain() {
        for (int i = 0; i < 10; i++) {
            queue.add(object(i), nowNanos);
            if (i % 2 == 0) {
                store.refused.add(object(i));
            }
        }
        pass(300);
        assertThat(queue.backlog()).isEqualTo(5);
        pass(10_000);
        assertThat(store.batches.size()).as("back-off grows").isBetween(4, 6);
        assertThat(store.batches.get(1)).hasSize(5);

        store.refused.clear();
        pass(20_000);
        assertThat(queue.backlog()).isZero();
        assertThat(events).contains("deleted 5");
    }

    @Test
    void aStoreThatIsAwayIsAskedLessAndLess() {
        store.away = true;
        queue.add(object(1), nowNanos);
        pass(600_000);
        assertThat(store.batches.size()).isLessThan(15);

        store.away = false;
        pass(300_000);
        assertThat(queue.backlog()).isZero();
    }

    @Test
    void aDeletionWithoutAnAnswerIsGivenUpAndTriedAgain() {
        store.hangs = true;
        queue.add(object(1), nowNanos);
        pass(59_000);
        assertThat(store.batches).hasSize(1);
        store.hangs = false;
        pass(5_000);
        assertThat(queue.backlog()).isZero();
        assertThat(events).containsExactly("failed 1", "deleted 1");
    }

    @Test
    void isBounded() {
        for (int i = 0; i < 100_001; i++) {
            queue.add(object(i), nowNanos);
        }
        assertThat(queue.size()).isEqualTo(100_000);
        assertThat(events).containsExactly("dropped");
    }
}
