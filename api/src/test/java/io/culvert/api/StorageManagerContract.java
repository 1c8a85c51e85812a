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

package io.culvert.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link RemoteWalStorageManager} promises; an implementation's test extends it. */
public abstract class StorageManagerContract {

    private static final long DEADLINE_SECONDS = 60;
    private static final int RACERS = 16;

    private RemoteWalStorageManager store;

    /** Opens a configured manager on a store, or a part of one, that holds nothing yet. */
    protected abstract RemoteWalStorageManager open() throws Exception;

    /** More objects than the store lists in one page. */
    protected int moreThanAPage() {
        return 1_100;
    }

    /** The manager under test. */
    protected final RemoteWalStorageManager store() {
        return store;
    }

    @BeforeEach
    final void openStore() throws Exception {
        store = open();
    }

    @AfterEach
    final void closeStore() throws IOException {
        store.close();
    }

    @Test
    final void getsBackWhatWasPut() {
        ByteBuffer first = random(1, 1_000);
        ByteBuffer second = random(2, 3_000);

        await(store.put("a/b/c", List.of(first, second)));

        assertThat(await(store.get("a/b/c", 0, 4_000))).isEqualTo(join(first, second));
    }

    @Test
    final void takesBuffersOfEveryKind() {
        ByteBuffer all = random(1, 600);
        ByteBuffer direct =
                ByteBuffer.allocateDirect(200).put(all.slice(0, 200)).flip();
        ByteBuffer inTheMiddle = ByteBuffer.allocate(300)
                .position(50)
                .put(all.slice(200, 200))
                .flip()
                .position(50);
        ByteBuffer readOnly = all.slice(400, 200).asReadOnlyBuffer();
        ByteBuffer empty = ByteBuffer.allocate(0);

        await(store.put("buffers", List.of(direct, empty, inTheMiddle, readOnly)));

        assertThat(await(store.get("buffers", 0, 600))).isEqualTo(all);
    }

    @Test
    final void leavesTheBuffersOfAPutAlone() {
        ByteBuffer buffer = random(1, 500).position(20).limit(400);
        ByteBuffer before = join(buffer);

        await(store.put("left-alone", List.of(buffer)));

        assertThat(buffer.position()).isEqualTo(20);
        assertThat(buffer.limit()).isEqualTo(400);
        assertThat(buffer).isEqualTo(before);
    }

    @Test
    final void takesObjectsOfManyMegabytes() {
        ByteBuffer content = random(1, 9_000_000);

        await(store.put("large", List.of(content.slice(0, 5_000_000), content.slice(5_000_000, 4_000_000))));

        assertThat(await(store.get("large", 0, 9_000_000))).isEqualTo(content);
        assertThat(await(store.get("large", 4_999_999, 2))).isEqualTo(content.slice(4_999_999, 2));
    }

    @Test
    final void takesObjectsOfManyBuffers() {
        List<ByteBuffer> buffers =
                IntStream.range(0, 5_000).mapToObj(i -> random(i, 100)).toList();

        await(store.put("many-buffers", buffers));

        assertThat(await(store.get("many-buffers", 0, 500_000))).isEqualTo(join(buffers.toArray(ByteBuffer[]::new)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 500, 998, 999})
    final void readsAnyRange(int position) {
        ByteBuffer content = random(1, 1_000);
        await(store.put("ranges", List.of(content)));

        assertThat(await(store.get("ranges", position, 1))).isEqualTo(content.slice(position, 1));
        assertThat(await(store.get("ranges", position, 1_000 - position)))
                .isEqualTo(content.slice(position, 1_000 - position));
    }

    @Test
    final void handsOutBuffersThatTheCallerOwns() {
        await(store.put("owned", List.of(random(1, 100))));

        await(store.get("owned", 0, 100)).put(0, (byte) 0).put(1, (byte) 0);

        assertThat(await(store.get("owned", 0, 100))).isEqualTo(random(1, 100));
    }

    @Test
    final void failsToReadWhatIsNotThere() {
        await(store.put("here/object", List.of(random(1, 10))));

        assertFails(ObjectNotFoundException.class, () -> await(store.get("there/object", 0, 1)), "there/object");
        assertFails(ObjectNotFoundException.class, () -> await(store.get("here/other", 0, 1)), "here/other");
        assertFails(ObjectNotFoundException.class, () -> await(store.get("here", 0, 1)), "here");
    }

    @Test
    final void failsToReadBeyondTheEnd() {
        await(store.put("short", List.of(random(1, 100))));

        assertFails(CorruptObjectException.class, () -> await(store.get("short", 0, 101)), "short");
        assertFails(CorruptObjectException.class, () -> await(store.get("short", 99, 2)), "short");
        assertFails(CorruptObjectException.class, () -> await(store.get("short", 100, 1)), "short");
        assertFails(CorruptObjectException.class, () -> await(store.get("short", 1L << 40, 1)), "short");
        assertFails(CorruptObjectException.class, () -> await(store.get("short", 0, Integer.MAX_VALUE)), "short");
    }

    @Test
    final void refusesRangesThatAreNone() {
        await(store.put("ranges", List.of(random(1, 100))));

        assertFails(InvalidStorageException.class, () -> await(store.get("ranges", -1, 1)), "position=-1");
        assertFails(InvalidStorageException.class, () -> await(store.get("ranges", 0, 0)), "length=0");
    }

    @Test
    final void createsAnObjectOnce() {
        await(store.put("once", List.of(random(1, 100))));

        assertFails(ObjectExistsException.class, () -> await(store.put("once", List.of(random(2, 50)))), "once");
        assertFails(ObjectExistsException.class, () -> await(store.put("once", List.of(random(1, 100)))), "once");

        assertThat(await(store.get("once", 0, 100))).isEqualTo(random(1, 100));
    }

    @Test
    final void letsOneOfManyRacingCreatorsWin() throws Exception {
        ExecutorService racers = Executors.newFixedThreadPool(RACERS);
        try {
            for (int round = 0; round < 10; round++) {
                String key = "race/" + round % 3 + "/" + round;
                List<Boolean> won = race(racers, racer -> tryPut(key, random(racer, 20_000 + racer)));

                assertThat(won.stream().filter(winner -> winner)).hasSize(1);
                int winner = won.indexOf(true);
                assertThat(await(store.get(key, 0, 20_000 + winner))).isEqualTo(random(winner, 20_000 + winner));
            }
        } finally {
            racers.shutdownNow();
        }
    }

    @Test
    final void showsNoObjectInPart() throws Exception {
        ExecutorService racers = Executors.newFixedThreadPool(RACERS);
        ByteBuffer content = random(1, 2_000_000);
        try {
            for (int round = 0; round < 5; round++) {
                String key = "whole/" + round;
                race(racers, racer -> racer == 0 ? tryPut(key, content) : readsWholeOrNothing(key, content));
            }
        } finally {
            racers.shutdownNow();
        }
    }

    @Test
    final void createsAndDeletesSideBySide() throws Exception {
        ExecutorService racers = Executors.newFixedThreadPool(RACERS);
        try {
            for (int round = 0; round < 20; round++) {
                String folder = "busy/" + round + "/";
                List<Boolean> stored = race(racers, racer -> {
                    String own = folder + racer % 4 + "/" + racer;
                    boolean created = tryPut(own, random(racer, 10));
                    assertThat(await(store.delete(List.of(own)))).isEmpty();
                    return created && tryPut(own, random(racer, 10));
                });

                assertThat(stored).doesNotContain(false);
                assertThat(listAll(folder)).hasSize(RACERS);
            }
        } finally {
            racers.shutdownNow();
        }
    }

    @Test
    final void deletesWhatIsThereAndWhatIsNot() {
        await(store.put("d/1", List.of(random(1, 10))));
        await(store.put("d/2", List.of(random(2, 10))));
        await(store.put("d/3", List.of(random(3, 10))));

        assertThat(await(store.delete(List.of("d/1", "d/missing", "d/3", "elsewhere/missing"))))
                .isEmpty();

        assertThat(listAll("")).containsOnlyKeys("d/2");
        assertFails(ObjectNotFoundException.class, () -> await(store.get("d/1", 0, 1)), "d/1");
        assertThat(await(store.delete(List.of()))).isEmpty();
    }

    @Test
    final void deletesMoreThanAPageAtOnce() {
        List<String> keys = fill("bulk/", moreThanAPage());

        assertThat(await(store.delete(keys))).isEmpty();

        assertThat(listAll("bulk/")).isEmpty();
    }

    @Test
    final void createsAgainWhatWasDeleted() {
        await(store.put("again/a", List.of(random(1, 10))));
        await(store.delete(List.of("again/a")));

        await(store.put("again/a", List.of(random(2, 20))));

        assertThat(await(store.get("again/a", 0, 20))).isEqualTo(random(2, 20));
    }

    @Test
    final void listsWhatBeginsWithThePrefix() {
        List.of("p/a", "p/b/c", "p/b/d", "p-q/a", "pp/a", "q")
                .forEach(key -> await(store.put(key, List.of(random(1, key.length())))));

        assertThat(listAll("p/")).containsOnlyKeys("p/a", "p/b/c", "p/b/d").containsEntry("p/b/c", 5L);
        assertThat(listAll("p/b/")).containsOnlyKeys("p/b/c", "p/b/d");
        assertThat(listAll("")).containsOnlyKeys("p/a", "p/b/c", "p/b/d", "p-q/a", "pp/a", "q");
        assertThat(listAll("p/a/")).isEmpty();
        assertThat(listAll("none/")).isEmpty();
    }

    @Test
    final void listsInPages() {
        List<String> keys = fill("pages/", moreThanAPage());

        ObjectPage first = await(store.list("pages/", Optional.empty()));

        assertThat(first.continuation()).isPresent();
        assertThat(first.objects()).hasSizeLessThan(keys.size());
        assertThat(listAll("pages/").keySet()).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    final void goesOnListingWhenWhatItReachedIsGone() {
        List<String> keys = fill("going/", moreThanAPage());
        ObjectPage first = await(store.list("going/", Optional.empty()));
        List<String> seen =
                new ArrayList<>(first.objects().stream().map(ObjectSummary::key).toList());

        await(store.delete(seen));
        Optional<String> next = first.continuation();
        while (next.isPresent()) {
            ObjectPage page = await(store.list("going/", next));
            page.objects().forEach(object -> seen.add(object.key()));
            next = page.continuation();
        }

        assertThat(seen).containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    final void takesAnObjectWithoutBytes() {
        await(store.put("empty", List.of()));

        assertThat(listAll("")).containsEntry("empty", 0L);
        assertFails(CorruptObjectException.class, () -> await(store.get("empty", 0, 1)), "empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/a", "a/", "a//b", "..", "../a", "a/../b", "a/./b", "a b", "a\0b", "~a/b"})
    final void refusesKeysThatAreNone(String key) {
        assertFails(InvalidStorageException.class, () -> await(store.put(key, List.of(random(1, 1)))), "key=");
        assertFails(InvalidStorageException.class, () -> await(store.get(key, 0, 1)), "key=");
        assertThat(await(store.delete(List.of(key, "fine"))))
                .containsOnlyKeys(key)
                .allSatisfy((k, failure) -> assertThat(failure).isInstanceOf(InvalidStorageException.class));
        assertThat(listAll("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "a", "../", "a/../"})
    final void refusesPrefixesThatAreNone(String prefix) {
        assertFails(InvalidStorageException.class, () -> await(store.list(prefix, Optional.empty())), "prefix=");
    }

    @Test
    final void worksOnWhenCallsAreCancelled() {
        ByteBuffer content = random(1, 3_000_000);
        await(store.put("kept", List.of(content)));
        for (int i = 0; i < 50; i++) {
            store.put("cancelled/" + i, List.of(content)).cancel(true);
            store.get("kept", 0, 3_000_000).cancel(true);
            store.list("", Optional.empty()).cancel(true);
        }

        assertThat(await(store.get("kept", 0, 3_000_000))).isEqualTo(content);
        await(store.put("after", List.of(content)));
        listAll("cancelled/").values().forEach(size -> assertThat(size).isEqualTo(3_000_000L));
    }

    @Test
    final void failsCallsAfterItWasClosed() throws IOException {
        store.close();
        store.close();

        assertFails(RemoteWalStorageException.class, () -> await(store.put("late", List.of(random(1, 1)))), "closed");
        assertFails(RemoteWalStorageException.class, () -> await(store.get("late", 0, 1)), "closed");
        assertFails(RemoteWalStorageException.class, () -> await(store.list("", Optional.empty())), "closed");
    }

    @Test
    final void saysWhatItCharges() {
        assertThatCode(() -> store.listPrices().perThousandPuts()).doesNotThrowAnyException();
    }

    /** Waits for a call; one that failed throws a {@link CompletionException} around the store's own. */
    protected static <T> T await(CompletableFuture<T> call) {
        try {
            return call.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            Throwable cause =
                    e.getCause() instanceof CompletionException ? e.getCause().getCause() : e.getCause();
            throw new CompletionException(cause);
        } catch (Exception e) {
            throw new AssertionError("a call was not answered", e);
        }
    }

    /** Fails unless the call fails so, with a message that contains {@code part}. */
    protected static void assertFails(Class<? extends Throwable> type, ThrowingCallable call, String part) {
        assertThatThrownBy(call).cause().isInstanceOf(type).hasMessageContaining(part);
    }

    /** Bytes that depend on the seed and the length only. */
    protected static ByteBuffer random(int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    /** Sizes by key of all that is listed, page by page; fails if a key comes twice. */
    protected final Map<String, Long> listAll(String prefix) {
        Map<String, Long> sizes = new TreeMap<>();
        Optional<String> next = Optional.empty();
        do {
            ObjectPage page = await(store.list(prefix, next));
            page.objects()
                    .forEach(object ->
                            assertThat(sizes.put(object.key(), object.size())).isNull());
            next = page.continuation();
        } while (next.isPresent());
        return sizes;
    }

    private List<String> fill(String prefix, int count) {
        List<String> keys = IntStream.range(0, count)
                .mapToObj(i -> prefix + i % 7 + "/" + i)
                .toList();
        for (int from = 0; from < count; from += 20) {
            keys.subList(from, Math.min(count, from + 20)).stream()
                    .map(key -> store.put(key, List.of(random(1, 5))))
                    .toList()
                    .forEach(StorageManagerContract::await);
        }
        assertThat(Set.copyOf(keys)).hasSize(count);
        return keys;
    }

    private boolean tryPut(String key, ByteBuffer content) {
        try {
            await(store.put(key, List.of(content)));
            return true;
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(ObjectExistsException.class);
            return false;
        }
    }

    private boolean readsWholeOrNothing(String key, ByteBuffer content) {
        try {
            for (int i = 0; i < 20; i++) {
                ByteBuffer end = await(store.get(key, content.remaining() - 1_000L, 1_000));
                assertThat(end).isEqualTo(content.slice(content.remaining() - 1_000, 1_000));
            }
            return true;
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(ObjectNotFoundException.class);
            return false;
        }
    }

    private static <T> List<T> race(ExecutorService racers, Racer<T> racer) throws Exception {
        CyclicBarrier start = new CyclicBarrier(RACERS);
        List<Callable<T>> tasks = new ArrayList<>();
        for (int i = 0; i < RACERS; i++) {
            int number = i;
            tasks.add(() -> {
                start.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
                return racer.run(number);
            });
        }
        List<T> results = new ArrayList<>();
        for (Future<T> result : racers.invokeAll(tasks)) {
            results.add(result.get(DEADLINE_SECONDS, TimeUnit.SECONDS));
        }
        return results;
    }

    private static ByteBuffer join(ByteBuffer... buffers) {
        int size = 0;
        for (ByteBuffer buffer : buffers) {
            size += buffer.remaining();
        }
        ByteBuffer joined = ByteBuffer.allocate(size);
        for (ByteBuffer buffer : buffers) {
            joined.put(buffer.duplicate());
        }
        return joined.flip();
    }

    private interface Racer<T> {
        T run(int number) throws Exception;
    }
}
