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

import static io.culvert.core.fetch.SampleLogs.bytes;
import static io.culvert.core.fetch.SampleLogs.object;
import static io.culvert.core.fetch.SampleLogs.partition;
import static io.culvert.core.fetch.SampleLogs.wanted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.culvert.core.format.SectionReference;
import io.culvert.core.time.Ticker;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The fetcher with the real clock and real threads. */
final class SectionFetcherThreadsTest {

    private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);

    private final Queue<CompletableFuture<ByteBuffer>> reads = new ConcurrentLinkedQueue<>();
    private final byte[] section = SampleLogs.batch(0, 10, 300);
    private final SectionReference reference = SampleLogs.reference(object(0), 0, section, 0, 10);
    private final SectionFetcher fetcher = new SectionFetcher(
            (object, position, length) -> {
                CompletableFuture<ByteBuffer> read = new CompletableFuture<>();
                reads.add(read);
                return read;
            },
            Ticker.system(),
            () -> FetchLimits.of(10_000_000, HOUR_MS),
            new GetLatency(),
            FollowerObserver.NONE);
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    private Future<FetchRound> fetchInThread() {
        Future<FetchRound> round = thread.submit(
                () -> fetcher.fetch(List.of(wanted(0, reference)), System.nanoTime() + Long.MAX_VALUE / 4));
        await().until(() -> !reads.isEmpty());
        return round;
    }

    @AfterEach
    void stop() throws InterruptedException {
        thread.shutdownNow();
        assertThat(thread.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void returnsWhenAnotherThreadBringsTheBytes() {
        Future<FetchRound> round = fetchInThread();

        reads.remove().complete(ByteBuffer.wrap(section));

        await().atMost(Duration.ofSeconds(10)).until(round::isDone);
        assertThat(round)
                .succeedsWithin(Duration.ZERO)
                .satisfies(done ->
                        assertThat(bytes(done.arrived().get(partition(0)))).isEqualTo(section));
    }

    @Test
    void returnsAtOnceWhenAnotherThreadClosesIt() {
        Future<FetchRound> round = fetchInThread();

        fetcher.close();

        assertThat(round)
                .succeedsWithin(Duration.ofSeconds(10))
                .satisfies(done -> assertThat(done.pending()).containsExactly(partition(0)));
        assertThat(reads.remove()).isCancelled();
    }
}
