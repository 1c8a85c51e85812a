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

package io.culvert.broker.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class StartHoldTest {

    private final AtomicLong nowNanos = new AtomicLong(-5);
    private final AtomicBoolean unfenced = new AtomicBoolean();
    private final StartHold hold = new StartHold(nowNanos::get, unfenced::get, () -> 100);

    @Test
    void lastsUntilTheStartIsOver() {
        nowNanos.addAndGet(1_000_000);
        assertThat(hold.isOn()).isTrue();

        hold.end();

        assertThat(hold.isOn()).isFalse();
    }

    @Test
    void endsByItselfSoonAfterTheBrokerWasUnfenced() {
        assertThat(hold.isOn()).isTrue();
        nowNanos.addAndGet(1_000_000);
        unfenced.set(true);
        assertThat(hold.isOn()).isTrue();

        nowNanos.addAndGet(99);
        assertThat(hold.isOn()).isTrue();
        nowNanos.addAndGet(1);
        assertThat(hold.isOn()).isFalse();
        unfenced.set(false);
        assertThat(hold.isOn()).as("for good").isFalse();
    }
}
