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

package io.culvert.core.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class StoreBreakerTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final StoreBreaker breaker = new StoreBreaker(0);

    @Test
    void countsFailuresInARowOnly() {
        breaker.uploadFailed(false);
        breaker.uploadFailed(false);
        breaker.uploadSucceeded(1);
        breaker.uploadFailed(false);
        breaker.uploadFailed(false);
        assertThat(breaker.hasHadEnough()).isFalse();
        breaker.uploadFailed(false);
        assertThat(breaker.hasHadEnough()).isTrue();
    }

    @Test
    void probesLessAndLessOftenUntilOneSucceeds() {
        breaker.open(0, SECOND);
        assertThat(breaker.nanosUntilProbe(0)).isEqualTo(SECOND);
        long now = 0;
        long longest = 0;
        for (int i = 0; i < 10; i++) {
            long wait = breaker.nanosUntilProbe(now);
            assertThat(wait).isGreaterThanOrEqualTo(longest).isLessThanOrEqualTo(30 * SECOND);
            longest = wait;
            now += wait;
            assertThat(breaker.nanosUntilProbe(now)).isZero();
            breaker.probeStarted();
            breaker.probeFailed(now, SECOND);
        }
        breaker.probeStarted();
        breaker.probeSucceeded(now);
        assertThat(breaker.isClosed()).isTrue();
    }

    @Test
    void aStoreThatFailsAgainSoonIsProbedLaterThanTheFirstTime() {
        breaker.open(0, SECOND);
        breaker.probeStarted();
        breaker.probeSucceeded(SECOND);

        breaker.open(2 * SECOND, SECOND);
        assertThat(breaker.nanosUntilProbe(2 * SECOND)).isEqualTo(2 * SECOND);
        breaker.probeStarted();
        breaker.probeSucceeded(4 * SECOND);

        breaker.open(100 * SECOND, SECOND);
        assertThat(breaker.nanosUntilProbe(100 * SECOND)).isEqualTo(SECOND);
    }
}
