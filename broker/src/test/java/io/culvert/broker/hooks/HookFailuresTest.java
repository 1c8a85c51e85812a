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

package io.culvert.broker.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class HookFailuresTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final HookFailures failures = new HookFailures(now::get);

    @Test
    void nothingIsRecentBeforeTheFirstFailure() {
        assertThat(failures.recent()).isFalse();
    }

    @Test
    void stockKafkaServesFetchesForAWhileAfterAFailure() {
        failures.record("hook", new OutOfMemoryError("on purpose"));
        assertThat(failures.recent()).isTrue();

        now.addAndGet(TimeUnit.SECONDS.toNanos(10) - 1);
        assertThat(failures.recent()).isTrue();

        now.addAndGet(1);
        assertThat(failures.recent()).isFalse();
    }

    @Test
    void everyFailureStartsTheWhileAnew() {
        failures.record("hook", new IllegalStateException("on purpose"));
        now.addAndGet(TimeUnit.SECONDS.toNanos(9));
        failures.record("other hook", new IllegalStateException("on purpose"));
        now.addAndGet(TimeUnit.SECONDS.toNanos(9));

        assertThat(failures.recent()).isTrue();
    }
}
