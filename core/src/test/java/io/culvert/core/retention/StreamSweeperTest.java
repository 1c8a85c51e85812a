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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class StreamSweeperTest {

    private static final long START = 1_000_000_000L;
    private static final long RETENTION_MS = 600_000;
    private static final int ME = 1;
    private static final long EPOCH = 50;

    private final Set<ObjectId> store = new HashSet<>();
    private final Set<ObjectId> inFlight = new HashSet<>();
    private final Set<Integer> live = new TreeSet<>(Set.of(1, 2, 3));
    private final List<String> events = new ArrayList<>();
    private final List<Integer> pages = new ArrayList<>();
    private final RetentionObserver observer = new RetentionObserver() {
        @Override
        public void swept(int seen, int leftOver) {
            events.add("seen " + seen + " left over " + leftOver);
        }

        @Override
        public void sweepFailed(Throwable cause) {
            events.add("failed " + cause.getMessage());
        }
    };
    private final DeleteQueue deletes = new DeleteQueue(
            objects -> {
                store.removeAll(objects);
                return CompletableFuture.completedFuture(java.util.Map.of());
            },
            observer,
            () -> {});
    private final ObjectRetention retention = new ObjectRetention(deletes, observer);
    private ObjectCatalog catalog = this::pageOfThree;
    private final StreamSweeper sweeper = new StreamSweeper(
            new StreamSweeper.Environment(
                    ME,
                    EPOCH,
                    continuation -> catalog.list(continuation),
                    () -> live,
                    inFlight::contains,
                    () -> TimeUnit.SECONDS.toNanos(2),
                    () -> TimeUnit.MILLISECONDS.toNanos(RETENTION_MS),
                    () -> TimeUnit.SECONDS.toNanos(60),
                    () -> {}),
            deletes,
            retention,
            observer,
            START);
    private long nowNanos = START;

    private CompletableFuture<CatalogPage> pageOfThree(Optional<String> continuation) {
        int from = continuation.map(Integer::parseInt).orElse(0);
        List<ObjectId> all = store.stream()
                .sorted(java.util.Comparator.comparing(ObjectId::toString))
                .toList();
        int to = Math.min(all.size(), from + 3);
        pages.add(to - from);
        return CompletableFuture.completedFuture(new CatalogPage(
                all.subList(from, to), to < all.size() ? Optional.of(String.valueOf(to)) : Optional.empty()));
    }

    private void pass(long seconds) {
        for (long i = 0; i < seconds * 2; i++) {
            for (int again = 0; again < 8; again++) {
                sweeper.runOnce(nowNanos);
            }
            retention.runOnce(nowNanos);
            nowNanos += TimeUnit.MILLISECONDS.toNanos(500);
        }
    }

    @Test
    void whatAnEarlierProcessOfThisBrokerLeftGoesOnceNobodyCanBeReadingIt() {
        for (int i = 0; i < 10; i++) {
            store.add(new ObjectId(ME, 49, i));
        }
        pass(1);
        assertThat(store).hasSize(10);

        pass(10);

        assertThat(store).isEmpty();
        assertThat(events.get(0)).isEqualTo("seen 10 left over 10");
        assertThat(pages).startsWith(3, 3, 3, 1);
    }

    @Test
    void whatANewerProcessOfThisBrokerWritesStays() {
        store.add(new ObjectId(ME, 51, 0));
        pass(2_000);
        assertThat(store).hasSize(1);
    }

    @Test
    void ofThisProcessOnlyWhatNobodyKnowsGoes() {
        ObjectId needed = new ObjectId(ME, EPOCH, 1);
        ObjectId onItsWay = new ObjectId(ME, EPOCH, 2);
        ObjectId landedLate = new ObjectId(ME, EPOCH, 3);
        store.addAll(List.of(needed, onItsWay, landedLate));
        retention.stored(needed, 1);
        inFlight.add(onItsWay);

        pass(10);

        assertThat(store).containsExactlyInAnyOrder(needed, onItsWay);
    }

    @Test
    void theObjectsOfALiveBrokerAreItsOwnAffair() {
        store.add(new ObjectId(2, 7, 0));
        pass(5_000);
        assertThat(store).hasSize(1);
    }

    @Test
    void theObjectsOfABrokerThatIsGoneGoAfterTheRetentionTime() {
        live.remove(3);
        // Of the brokers 1 and 2, broker 3 falls to 2 and broker 4 falls to 1.
        store.add(new ObjectId(4, 7, 0));
        store.add(new ObjectId(3, 7, 0));
        pass(RETENTION_MS / 1_000 - 70);
        assertThat(store).hasSize(2);

        pass(200);

        assertThat(store).containsExactly(new ObjectId(3, 7, 0));
    }

    @Test
    void aBrokerThatComesBackInTimeKeepsItsObjects() {
        store.add(new ObjectId(4, 7, 0));
        for (int i = 0; i < 10; i++) {
            pass(RETENTION_MS / 2_000);
            live.add(4);
            pass(120);
            live.remove(4);
        }
        assertThat(store).hasSize(1);
    }

    @Test
    void nothingOfOthersIsSweptWhileTheMetadataIsNotKnown() {
        live.clear();
        store.add(new ObjectId(4, 7, 0));
        pass(2_000);
        assertThat(store).hasSize(1);
    }

    @Test
    void aListingThatFailsOrHangsBeginsAnewLater() {
        catalog = continuation -> CompletableFuture.failedFuture(new IllegalStateException("slow down"));
        pass(3);
        assertThat(events).containsExactly("failed slow down");
        catalog = continuation -> new CompletableFuture<>();
        pass(121);
        assertThat(events).hasSize(2);

        catalog = this::pageOfThree;
        store.add(new ObjectId(ME, 1, 1));
        pass(62);
        assertThat(store).isEmpty();
    }
}
