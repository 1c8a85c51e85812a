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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.culvert.api.CorruptObjectException;
import io.culvert.api.InMemoryStorageManager;
import io.culvert.api.InvalidStorageException;
import io.culvert.api.ObjectExistsException;
import io.culvert.api.ObjectNotFoundException;
import io.culvert.api.ObjectSummary;
import io.culvert.api.RemoteWalStorageException;
import io.culvert.api.RetriableStorageException;
import io.culvert.core.format.ObjectId;
import io.culvert.core.format.ObjectKeys;
import io.culvert.core.store.FaultyStorageManager.Call;
import io.culvert.core.time.ManualScheduler;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WalStoreTest {

    private static final ObjectKeys KEYS = new ObjectKeys("culvert", "cluster");
    private static final ObjectId FIRST = new ObjectId(1, 2, 0);
    private static final ObjectId SECOND = new ObjectId(1, 2, 1);
    private static final StoreDeadlines DEADLINES = new StoreDeadlines(
            Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(300), Duration.ofMillis(400));

    private final ManualScheduler time = new ManualScheduler();
    private final InMemoryStorageManager memory = new InMemoryStorageManager();
    private final FaultyStorageManager faulty = new FaultyStorageManager(memory, time);
    private final List<String> heard = new ArrayList<>();
    private final WalStore store = new WalStore(faulty, KEYS, () -> DEADLINES, time, time, new StoreObserver() {
        @Override
        public void succeeded(StoreOperation operation, long bytes, long nanos) {
            heard.add(operation + " ok " + bytes + " bytes " + nanos / 1_000_000 + " ms");
        }

        @Override
        public void failed(StoreOperation operation, RemoteWalStorageException failure, long nanos) {
            heard.add(operation + " " + failure.getClass().getSimpleName() + " " + nanos / 1_000_000 + " ms");
        }

        @Override
        public void foundOwnObject() {
            heard.add("own");
        }
    });

    @Test
    void namesObjectsByTheirKeys() {
        store.put(FIRST, content(1, 10)).join();

        assertThat(memory.keys()).containsExactly(KEYS.key(FIRST));
        assertThat(store.get(FIRST, 2, 5).join())
                .isEqualTo(content(1, 10).get(0).slice(2, 5));
        assertThat(store.list(KEYS.streamPrefix(1, 2), Optional.empty()).join().objects())
                .extracting(ObjectSummary::key)
                .containsExactly(KEYS.key(FIRST));
        assertThat(store.delete(List.of(FIRST, SECOND)).join()).isEmpty();
        assertThat(memory.keys()).isEmpty();
        assertThat(heard)
                .containsExactly(
                        "PUT ok 10 bytes 0 ms",
                        "GET ok 5 bytes 0 ms",
                        "LIST ok 0 bytes 0 ms",
                        "DELETE ok 0 bytes 0 ms");
    }

    @ParameterizedTest
    @CsvSource({"PUT, 100", "GET, 200", "DELETE, 300", "LIST, 400"})
    void failsWhatIsNotAnsweredByItsDeadlineAndCancelsIt(StoreOperation operation, long deadlineMs) {
        faulty.when(Call.to(operation)).hang();
        CompletableFuture<?> call = call(operation);

        time.advance(Duration.ofMillis(deadlineMs - 1));
        assertThat(call).isNotDone();
        time.advance(Duration.ofMillis(1));

        assertThat(failure(call))
                .isInstanceOf(RetriableStorageException.class)
                .hasMessageContaining("deadlineMs=" + deadlineMs);
        assertThat(faulty.hanging()).isZero();
        assertThat(heard).containsExactly(operation + " RetriableStorageException " + deadlineMs + " ms");
    }

    @ParameterizedTest
    @EnumSource
    void leavesNoTimerBehind(StoreOperation operation) {
        call(operation).exceptionally(failure -> null).join();
        assertThat(time.pending()).isZero();

        faulty.when(Call.any()).hang();
        call(operation).cancel(true);
        assertThat(time.pending()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void cancelsWhatTheStoreDoesForACallThatIsCancelled(StoreOperation operation) {
        faulty.when(Call.any()).hang();
        CompletableFuture<?> call = call(operation);
        assertThat(faulty.hanging()).isEqualTo(1);

        call.cancel(true);

        assertThat(faulty.hanging()).isZero();
        assertThat(heard).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void unwrapsFailures(StoreOperation operation) {
        InvalidStorageException denied = new InvalidStorageException("denied");
        faulty.when(Call.any()).fail(() -> new CompletionException(new CompletionException(denied)));

        assertThat(failure(call(operation))).isSameAs(denied);
        assertThat(heard).containsExactly(operation + " InvalidStorageException 0 ms");
    }

    @ParameterizedTest
    @EnumSource
    void takesWhateverElseTheStoreFailsWithForRetriable(StoreOperation operation) {
        faulty.when(Call.any()).fail(() -> new IllegalStateException("bug in a store"));
        assertThat(failure(call(operation)))
                .isInstanceOf(RetriableStorageException.class)
                .hasMessageContaining("bug in a store")
                .hasCauseInstanceOf(IllegalStateException.class);

        faulty.when(Call.any()).throwAtOnce(() -> new IllegalArgumentException("bug in a call"));
        assertThat(failure(call(operation)))
                .isInstanceOf(RetriableStorageException.class)
                .hasMessageContaining("bug in a call");

        faulty.when(Call.any()).cancelItself();
        assertThat(failure(call(operation)))
                .isInstanceOf(RetriableStorageException.class)
                .hasMessageContaining("the store gave it up");
    }

    @ParameterizedTest
    @EnumSource
    void failsWhenTheTimerWasStopped(StoreOperation operation) {
        time.shutdown();

        assertThat(failure(call(operation))).isInstanceOf(RetriableStorageException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_000, 1_024, 2_048, 2_049, 5_000, 100_000})
    void takesItsOwnObjectForSuccessWhenAReplyWasLost(int size) {
        faulty.next(Call.to(StoreOperation.PUT)).failAfterwards();
        List<ByteBuffer> content = content(1, size / 3, size - size / 3);

        assertThat(failure(store.put(FIRST, content))).isInstanceOf(RetriableStorageException.class);
        assertThat(store.put(FIRST, content)).isCompleted();

        assertThat(heard).contains("own").contains("PUT ObjectExistsException 0 ms");
        assertThat(content.get(0).position()).isZero();
    }

    @Test
    void neverTakesAnotherObjectForItsOwn() {
        List<ByteBuffer> own = content(1, 5_000);
        ByteBuffer otherStart = copy(own).put(0, (byte) ~own.get(0).get(0));
        ByteBuffer otherEnd = copy(own).put(4_999, (byte) ~own.get(0).get(4_999));
        List<ByteBuffer> others = List.of(
                otherStart,
                otherEnd,
                content(2, 5_000).get(0),
                content(1, 3_000).get(0));

        for (ByteBuffer other : others) {
            memory.delete(List.of(KEYS.key(FIRST))).join();
            memory.put(KEYS.key(FIRST), List.of(other)).join();

            assertThat(failure(store.put(FIRST, own))).isInstanceOf(ObjectExistsException.class);
        }
        assertThat(heard).doesNotContain("own");
    }

    @Test
    void knowsNothingWhenAnObjectExistsAndCannotBeReadBack() {
        List<ByteBuffer> content = content(1, 5_000);
        store.put(FIRST, content).join();
        faulty.next(Call.to(StoreOperation.GET)).fail(() -> new RetriableStorageException("busy"));

        assertThat(failure(store.put(FIRST, content)))
                .isInstanceOf(RetriableStorageException.class)
                .hasCauseInstanceOf(RetriableStorageException.class);

        faulty.next(Call.to(StoreOperation.GET)).fail(() -> new ObjectNotFoundException("deleted meanwhile"));
        assertThat(failure(store.put(FIRST, content))).isInstanceOf(RetriableStorageException.class);

        faulty.next(Call.to(StoreOperation.GET)).flipByte(3);
        assertThat(failure(store.put(FIRST, content))).isInstanceOf(ObjectExistsException.class);
        assertThat(store.put(FIRST, content)).isCompleted();
    }

    @Test
    void readsBackWithinTheDeadlineOfThePut() {
        List<ByteBuffer> content = content(1, 5_000);
        store.put(FIRST, content).join();
        faulty.when(Call.to(StoreOperation.PUT)).delayReply(Duration.ofMillis(60));
        faulty.when(Call.to(StoreOperation.GET)).hang();
        CompletableFuture<Void> put = store.put(FIRST, content);

        time.advance(Duration.ofMillis(99));
        assertThat(put).isNotDone();
        assertThat(faulty.hanging()).isEqualTo(2);
        time.advance(Duration.ofMillis(1));

        assertThat(failure(put)).isInstanceOf(RetriableStorageException.class).hasMessageContaining("deadlineMs=100");
        assertThat(faulty.hanging()).isZero();
    }

    @Test
    void refusesAnObjectWithoutBytes() {
        assertThatThrownBy(() -> store.put(FIRST, List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void callsARangeOfTheWrongLengthCorrupt() {
        store.put(FIRST, content(1, 100)).join();
        faulty.when(Call.to(StoreOperation.GET)).truncate(1);

        assertThat(failure(store.get(FIRST, 0, 50)))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("got=49");
    }

    @Test
    void saysWhichObjectsCouldNotBeDeleted() {
        RetriableStorageException busy = new RetriableStorageException("busy");
        faulty.when(Call.to(StoreOperation.DELETE))
                .answer(() -> Map.of(KEYS.key(SECOND), busy, "not/a/key/of/ours", busy));

        assertThat(store.delete(List.of(FIRST, SECOND)).join()).isEqualTo(Map.of(SECOND, busy));
    }

    @Test
    void looksUpDeadlinesAtEveryCall() {
        List<StoreDeadlines> current = new ArrayList<>(List.of(DEADLINES));
        WalStore changing = new WalStore(faulty, KEYS, () -> current.get(0), time, time, StoreObserver.NONE);
        faulty.when(Call.any()).hang();
        Duration longer = Duration.ofSeconds(10);
        current.set(0, new StoreDeadlines(longer, longer, longer, longer));

        CompletableFuture<ByteBuffer> call = changing.get(FIRST, 0, 1);
        time.advance(Duration.ofMillis(9_999));

        assertThat(call).isNotDone();
        time.advance(Duration.ofMillis(1));
        assertThat(call).isCompletedExceptionally();
    }

    private CompletableFuture<?> call(StoreOperation operation) {
        return switch (operation) {
            case PUT -> store.put(FIRST, content(1, 10));
            case GET -> store.get(FIRST, 0, 1);
            case DELETE -> store.delete(List.of(FIRST));
            case LIST -> store.list(KEYS.clusterPrefix(), Optional.empty());
        };
    }

    private static Throwable failure(CompletableFuture<?> call) {
        assertThat(call).isCompletedExceptionally();
        return call.handle((result, failure) -> failure).join();
    }

    private static List<ByteBuffer> content(int seed, int... lengths) {
        Random random = new Random(seed);
        List<ByteBuffer> content = new ArrayList<>();
        for (int length : lengths) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            content.add(ByteBuffer.wrap(bytes));
        }
        return content;
    }

    private static ByteBuffer copy(List<ByteBuffer> content) {
        ByteBuffer copy = ByteBuffer.allocate(
                content.stream().mapToInt(ByteBuffer::remaining).sum());
        content.forEach(buffer -> copy.put(buffer.duplicate()));
        return copy.flip();
    }
}
