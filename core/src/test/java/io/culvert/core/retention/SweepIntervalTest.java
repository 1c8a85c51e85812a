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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The time between sweeps can be changed while one is waited for. */
final class SweepIntervalTest {

    private static final int ME = 1;

    private final AtomicLong intervalNanos = new AtomicLong(TimeUnit.MINUTES.toNanos(10));
    private final AtomicInteger sweeps = new AtomicInteger();
    private final RetentionObserver observer = new RetentionObserver() {
        @Override
        public void swept(int seen, int leftOver) {
            sweeps.incrementAndGet();
        }
    };
    private final DeleteQueue deletes = new DeleteQueue(
            objects -> CompletableFuture.completedFuture(Map.<ObjectId, Throwable>of()), observer, () -> {});
    private final StreamSweeper sweeper = new StreamSweeper(
            new StreamSweeper.Environment(
                    ME,
                    50,
                    continuation -> CompletableFuture.completedFuture(new CatalogPage(List.of(), Optional.empty())),
                    () -> Set.of(ME),
                    object -> false,
                    () -> TimeUnit.SECONDS.toNanos(2),
                    intervalNanos::get,
                    intervalNanos::get,
                    () -> {}),
            deletes,
            new ObjectRetention(deletes, observer),
            observer,
            0);

    @Test
    void aShorterIntervalHoldsForTheNextSweepAlready() {
        runAt(3);
        assertThat(sweeps).hasValue(1);
        runAt(60);
        assertThat(sweeps).hasValue(1);

        intervalNanos.set(TimeUnit.SECONDS.toNanos(5));
        runAt(61);

        assertThat(sweeps).hasValue(2);
    }

    private void runAt(long seconds) {
        long now = TimeUnit.SECONDS.toNanos(seconds);
        sweeper.runOnce(now);
        sweeper.runOnce(now);
    }
}
