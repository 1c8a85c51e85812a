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

import io.culvert.core.time.Ticker;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The GETs of one fetcher thread: starts, hedges, expires and cancels them. Completions arrive on any thread and are
 * queued for the owner, which alone changes state; {@link #close()} may be called by any thread.
 */
final class GetsInFlight implements AutoCloseable {

    private final ObjectSource source;
    private final Ticker ticker;
    private final GetLatency latency;
    private final FollowerObserver observer;
    private final ArrivalSignal signal;
    /** At most two for each of the bounded GETs, plus what arrived for GETs given up since the owner last looked. */
    private final Queue<Arrival> arrivals = new ConcurrentLinkedQueue<>();

    private final Set<Attempt> cancellable = ConcurrentHashMap.newKeySet();
    private final Set<RangeGet> underWay = new LinkedHashSet<>();
    private long bytesHeld;
    private volatile boolean closed;

    GetsInFlight(
            ObjectSource source, Ticker ticker, GetLatency latency, FollowerObserver observer, ArrivalSignal signal) {
        this.source = source;
        this.ticker = ticker;
        this.latency = latency;
        this.observer = observer;
        this.signal = signal;
    }

    /** Bytes of ranges that are under way or arrived and not released. */
    long bytesHeld() {
        return bytesHeld;
    }

    int size() {
        return underWay.size();
    }

    boolean isClosed() {
        return closed;
    }

    /**
     * Starts a read.
     *
     * @param waitedNanos how long its records have waited before, at most
     */
    RangeGet start(RangeRead read, long waitedNanos) {
        RangeGet get = new RangeGet(read, ticker.nanos(), waitedNanos);
        underWay.add(get);
        bytesHeld += read.length();
        latency.started();
        observer.getStarted(read.sections().size(), read.length());
        attempt(get);
        return get;
    }

    private void attempt(RangeGet get) {
        Attempt attempt = new Attempt(get, get.isBegun(), request(get.read));
        get.attempts.add(attempt.future);
        cancellable.add(attempt);
        var unused = attempt.future.whenComplete((bytes, error) -> {
            cancellable.remove(attempt);
            arrivals.add(new Arrival(attempt, bytes, error));
            signal.raise();
        });
        if (closed) {
            attempt.future.cancel(true);
        }
    }

    private CompletableFuture<ByteBuffer> request(RangeRead read) {
        try {
            return source.get(read.object(), read.position(), read.length());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Takes in what arrived, fails what is late and asks again for what is slow. */
    void update(FetchLimits limits) {
        for (Arrival arrival = arrivals.poll(); arrival != null; arrival = arrivals.poll()) {
            if (closed) {
                return; // a read that was cancelled says nothing about the store
            }
            if (underWay.contains(arrival.attempt.get)) {
                accept(arrival);
            }
        }
        long now = ticker.nanos();
        for (RangeGet get : Set.copyOf(underWay)) {
            long age = now - get.startedNanos;
            if (age >= limits.getDeadlineNanos(get.waitedNanos)) {
                fail(
                        get,
                        FetchFailure.UNAVAILABLE,
                        "no answer from the store: readNanos=" + age + " waitedBeforeNanos=" + get.waitedNanos);
            } else if (!get.isHedged() && age >= latency.slowAfterNanos(get.read.length())) {
                hedge(get);
            }
        }
    }

    private void accept(Arrival arrival) {
        RangeGet get = arrival.attempt.get;
        ByteBuffer bytes = arrival.bytes;
        if (bytes == null) {
            Throwable error = Objects.requireNonNullElseGet(arrival.error, NullPointerException::new);
            FetchFailure failure = FetchFailure.of(error);
            boolean othersLeft = get.attemptFailed();
            boolean mayRepeat = failure == FetchFailure.UNAVAILABLE && !get.isHedged();
            if (!othersLeft && !(mayRepeat && hedge(get))) {
                fail(get, failure, error.toString());
            }
        } else if (bytes.remaining() != get.read.length()) {
            fail(get, FetchFailure.CORRUPT, "range has the wrong length: bytes=" + bytes.remaining());
        } else {
            long nanos = ticker.nanos() - get.startedNanos;
            get.succeed(bytes);
            finish(get);
            latency.arrived(get.read.length(), nanos);
            observer.getSucceeded(get.read.length(), nanos, arrival.attempt.byHedge);
        }
    }

    private boolean hedge(RangeGet get) {
        if (closed || !latency.takeHedge()) {
            return false;
        }
        observer.hedgeStarted(get.read.length());
        attempt(get);
        return true;
    }

    private void fail(RangeGet get, FetchFailure failure, String problem) {
        get.fail(failure, problem + " read=" + get.read.describe());
        bytesHeld -= get.read.length();
        finish(get);
        observer.getFailed(failure);
    }

    private void finish(RangeGet get) {
        underWay.remove(get);
        get.attempts.forEach(attempt -> attempt.cancel(true));
    }

    /** Says that a section no longer needs its range; the last one gives up the GET or frees its bytes. */
    void release(RangeGet get) {
        if (get.releaseSection() && get.failure() == null) {
            bytesHeld -= get.read.length();
            finish(get);
        }
    }

    /** Nanoseconds until {@link #update} has something to do without any arrival. */
    long nanosUntilUpdate(FetchLimits limits) {
        long now = ticker.nanos();
        long nearest = Long.MAX_VALUE;
        for (RangeGet get : underWay) {
            long age = now - get.startedNanos;
            nearest = Math.min(nearest, limits.getDeadlineNanos(get.waitedNanos) - age);
            long slowAfter = latency.slowAfterNanos(get.read.length());
            if (!get.isHedged() && slowAfter > age) {
                nearest = Math.min(nearest, slowAfter - age);
            }
        }
        return nearest;
    }

    /** Cancels every GET now and for ever. */
    @Override
    public void close() {
        closed = true;
        cancellable.forEach(attempt -> attempt.future.cancel(true));
        signal.raise();
    }

    /** One GET; equal to none but itself. */
    private static final class Attempt {
        final RangeGet get;
        final boolean byHedge;
        final CompletableFuture<ByteBuffer> future;

        Attempt(RangeGet get, boolean byHedge, CompletableFuture<ByteBuffer> future) {
            this.get = get;
            this.byHedge = byHedge;
            this.future = future;
        }
    }

    private record Arrival(
            Attempt attempt,
            @Nullable ByteBuffer bytes,
            @Nullable Throwable error) {}
}
