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
import static org.awaitility.Awaitility.await;

import io.culvert.api.InMemoryStorageManager;
import io.culvert.core.format.ObjectId;
import io.culvert.core.format.ObjectKeys;
import io.culvert.core.store.StoreObserver;
import io.culvert.core.time.Ticker;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class StoreConnectionTest {

    private static final int BROKER = 4711;

    private static boolean hasTimer() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.isAlive() && thread.getName().equals("culvert-store-timer-" + BROKER));
    }

    @Test
    void itsThreadEndsWhenItIsClosed() {
        StoreConnection store = new StoreConnection(
                BROKER,
                new LoadedStorageManager(new InMemoryStorageManager(), null),
                new ObjectKeys("culvert", "cluster"),
                () -> TimeUnit.SECONDS.toNanos(1),
                Ticker.system(),
                StoreObserver.NONE);
        store.sink()
                .put(new ObjectId(BROKER, 1, 0), List.of(ByteBuffer.wrap(new byte[10])))
                .join();
        assertThat(hasTimer()).isTrue();

        store.close();

        await().until(() -> !hasTimer());
    }
}
