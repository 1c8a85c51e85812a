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

package io.culvert.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.api.InMemoryStorageManager;
import io.culvert.api.RetriableStorageException;
import io.culvert.core.store.FaultyStorageManager.Call;
import io.culvert.core.time.ManualScheduler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The fake does what other tests believe that it does. */
final class FaultyStorageManagerTest {

    private final ManualScheduler time = new ManualScheduler();
    private final InMemoryStorageManager memory = new InMemoryStorageManager();
    private final FaultyStorageManager faulty = new FaultyStorageManager(memory, time);

    @Test
    void passesOnWhatNoRuleMatches() {
        faulty.when(call -> call.key().equals("other")).hang();

        assertThat(put("a")).isCompleted();
        assertThat(faulty.get("a", 0, 3).join()).isEqualTo(bytes());
        assertThat(faulty.calls())
                .containsExactly(new Call(StoreOperation.PUT, "a"), new Call(StoreOperation.GET, "a"));
    }

    @Test
    void misbehavesOnceOrUntilItIsHealed() {
        faulty.when(Call.any()).hang();
        faulty.next(Call.any()).fail(() -> new RetriableStorageException("once"));

        assertThat(put("a")).isCompletedExceptionally();
        assertThat(put("a")).isNotDone();
        assertThat(put("a")).isNotDone();
        faulty.heal();
        assertThat(put("a")).isCompleted();
        assertThat(faulty.hanging()).isEqualTo(2);
    }

    @Test
    void doesTheWorkAndDropsTheReply() {
        faulty.next(Call.any()).dropReply();
        assertThat(put("a")).isNotDone();

        faulty.next(Call.any()).failAfterwards();
        assertThat(put("b")).isCompletedExceptionally();

        assertThat(memory.keys()).containsExactly("a", "b");
    }

    @Test
    void delaysTheReplyOrTheWork() {
        faulty.next(Call.any()).delayReply(Duration.ofSeconds(1));
        CompletableFuture<Void> doneButUnknown = put("a");
        faulty.next(Call.any()).delayWork(Duration.ofSeconds(2));
        CompletableFuture<Void> late = put("b");
        late.cancel(true);

        assertThat(memory.keys()).containsExactly("a");
        assertThat(doneButUnknown).isNotDone();
        time.advance(Duration.ofSeconds(1));
        assertThat(doneButUnknown).isCompleted();
        time.advance(Duration.ofSeconds(1));
        assertThat(memory.keys()).containsExactly("a", "b");
    }

    @Test
    void damagesWhatIsRead() {
        put("a").join();

        faulty.next(Call.any()).truncate(1);
        assertThat(faulty.get("a", 0, 3).join().remaining()).isEqualTo(2);
        faulty.next(Call.any()).flipByte(1);
        assertThat(faulty.get("a", 0, 3).join()).isEqualTo(ByteBuffer.wrap(new byte[] {1, ~2, 3}));
        assertThat(faulty.get("a", 0, 3).join()).isEqualTo(bytes());
    }

    private CompletableFuture<Void> put(String key) {
        return faulty.put(key, List.of(bytes()));
    }

    private static ByteBuffer bytes() {
        return ByteBuffer.wrap(new byte[] {1, 2, 3});
    }
}
