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

package io.culvert.core.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class GetLatencyTest {

    private final GetLatency latency = new GetLatency();

    private void arrive(int count, int bytes, long ms) {
        for (int i = 0; i < count; i++) {
            latency.arrived(bytes, TimeUnit.MILLISECONDS.toNanos(ms));
        }
    }

    @Test
    void takesNothingForSlowUntilItHasSeenEnough() {
        arrive(19, 1_000, 5);
        assertThat(latency.slowAfterNanos(1_000)).isEqualTo(Long.MAX_VALUE);

        arrive(1, 1_000, 5);

        assertThat(latency.slowAfterNanos(1_000)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(5));
    }

    @Test
    void knowsSizesApart() {
        arrive(20, 1_000, 5);
        arrive(20, 2_000_000, 50);

        assertThat(latency.slowAfterNanos(64 << 10)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(5));
        assertThat(latency.slowAfterNanos(4 << 20)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(50));
        assertThat(latency.slowAfterNanos(300_000)).isEqualTo(Long.MAX_VALUE);
        assertThat(latency.slowAfterNanos(Integer.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void leavesAFewSlowOnesOutAndForgetsOldOnes() {
        arrive(122, 1_000, 5);
        arrive(6, 1_000, 900);
        assertThat(latency.slowAfterNanos(1_000)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(5));

        arrive(128, 1_000, 40);

        assertThat(latency.slowAfterNanos(1_000)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(40));
    }

    @Test
    void neverTakesLessThanTwoMillisecondsForSlow() {
        for (int i = 0; i < 20; i++) {
            latency.arrived(1_000, 1_000);
        }

        assertThat(latency.slowAfterNanos(1_000)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(2));
    }

    @Test
    void isPatientForTwiceAsLongAsNearlyAllReadsTook() {
        assertThat(latency.patienceNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));

        arrive(20, 1_000, 1);
        assertThat(latency.patienceNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(10));

        arrive(20, 2_000_000, 30);
        assertThat(latency.patienceNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(60));

        arrive(20, 300_000, 900);
        assertThat(latency.patienceNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
    }

    @Test
    void grantsATwentiethOfTheGetsAsHedges() {
        int hedges = 0;
        for (int i = 0; i < 1_000; i++) {
            latency.started();
            hedges += latency.takeHedge() ? 1 : 0;
        }

        assertThat(hedges).isBetween(49, 52);
    }

    @Test
    void savesNoMoreThanTwoHedges() {
        for (int i = 0; i < 1_000; i++) {
            latency.started();
        }

        assertThat(latency.takeHedge()).isTrue();
        assertThat(latency.takeHedge()).isTrue();
        assertThat(latency.takeHedge()).isFalse();
    }
}
