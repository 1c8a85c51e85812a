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

import io.culvert.core.format.ObjectId;
import io.culvert.core.loop.AsyncFailure;
import io.culvert.core.loop.LoopTask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds objects that nobody will delete otherwise, and has them deleted: those of this broker's earlier processes, those
 * of brokers that are gone, and those of this process that landed after they were given up and deleted.
 *
 * <p>The objects of a broker that is alive are its own affair: its broker epoch in the metadata may be newer than the one
 * that names its stream. A broker counts as gone when the metadata has not called it alive for the retention time, by this
 * process's own clock; of the live brokers one sweeps after it. References to objects of an earlier process were handed out
 * by that process alone, so none is in use once a follower's deadline has passed since this one started. It is right for
 * transport mode only: with object durability what a dead broker left is the data. Owned by the uploader's thread.
 */
public final class StreamSweeper implements LoopTask {

    private static final Logger LOG = LoggerFactory.getLogger(StreamSweeper.class);

    private static final long PAGE_DEADLINE_NANOS = 60_000_000_000L;

    /** With more deletions than this to come, the next page waits. */
    private static final int ENOUGH_DELETES = 20_000;

    private static final long WAIT_FOR_DELETES_NANOS = 1_000_000_000L;

    private final Environment environment;
    private final DeleteQueue deletes;
    private final ObjectRetention retention;
    private final RetentionObserver observer;
    private final long startedNanos;
    private final Map<Integer, Long> absentSince = new HashMap<>();
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private @Nullable Request running;
    private Optional<String> continuation = Optional.empty();
    private boolean sweptBefore;
    private long endedNanos;
    private int seen;
    private int leftOver;

    /**
     * What a sweeper works with.
     *
     * @param brokerId this broker's id
     * @param brokerEpoch the epoch that names this process's stream
     * @param catalog lists the store
     * @param brokers the live brokers
     * @param inFlight says whether an object of this process's stream is on its way to the store; called by the owner thread
     * @param graceNanos how long a follower may read an object after it got the reference
     * @param retentionNanos how long a broker must be away for its objects to be swept
     * @param intervalNanos from the end of one sweep to the next
     * @param wake makes the owner thread run the sweeper soon
     */
    public record Environment(
            int brokerId,
            long brokerEpoch,
            ObjectCatalog catalog,
            LiveBrokers brokers,
            Predicate<ObjectId> inFlight,
            LongSupplier graceNanos,
            LongSupplier retentionNanos,
            LongSupplier intervalNanos,
            Runnable wake) {}

    /** A page that was asked for. */
    private record Request(CompletableFuture<CatalogPage> page, long startedNanos) {}

    /** The end of a request. */
    private record Answer(
            CompletableFuture<CatalogPage> request,
            @Nullable CatalogPage page,
            @Nullable Throwable failure) {}

    public StreamSweeper(
            Environment environment,
            DeleteQueue deletes,
            ObjectRetention retention,
            RetentionObserver observer,
            long nowNanos) {
        this.environment = environment;
        this.deletes = deletes;
        this.retention = retention;
        this.observer = observer;
        this.startedNanos = nowNanos;
    }

    @Override
    public long runOnce(long nowNanos) {
        Answer answer = answers.poll();
        while (answer != null) {
            take(answer, nowNanos);
            answer = answers.poll();
        }
        Request current = running;
        if (current != null && nowNanos - current.startedNanos() >= PAGE_DEADLINE_NANOS) {
            running = null;
            current.page().cancel(true);
            sweepFailed(new TimeoutException("no answer to a listing"), nowNanos);
        } else if (current != null) {
            return current.startedNanos() + PAGE_DEADLINE_NANOS - nowNanos;
        }
        long wait = dueNanos() - nowNanos;
        if (wait > 0) {
            return wait;
        }
        if (deletes.backlog() > ENOUGH_DELETES) {
            return WAIT_FOR_DELETES_NANOS;
        }
        ask(nowNanos);
        return PAGE_DEADLINE_NANOS;
    }

    /** Looked up anew each time: a shorter interval holds for the sweep that is to come, not for the one after it. */
    private long dueNanos() {
        return sweptBefore
                ? endedNanos + environment.intervalNanos().getAsLong()
                : startedNanos + environment.graceNanos().getAsLong();
    }

    private void ask(long nowNanos) {
        if (continuation.isEmpty()) {
            seen = 0;
            leftOver = 0;
            absentSince.keySet().removeAll(environment.brokers().ids());
        }
        CompletableFuture<CatalogPage> page;
        try {
            page = environment.catalog().list(continuation);
        } catch (RuntimeException e) {
            page = CompletableFuture.failedFuture(e);
        }
        CompletableFuture<CatalogPage> request = page;
        running = new Request(request, nowNanos);
        var unused = request.whenComplete((found, failure) -> {
            answers.add(new Answer(request, found, failure));
            environment.wake().run();
        });
    }

    private void take(Answer answer, long nowNanos) {
        Request current = running;
        if (current == null || current.page() != answer.request()) {
            return;
        }
        running = null;
        CatalogPage page = answer.page();
        if (page == null) {
            Throwable failure = answer.failure();
            sweepFailed(
                    failure == null
                            ? new IllegalStateException("listing gave neither a page nor a failure")
                            : AsyncFailure.causeOf(failure),
                    nowNanos);
            return;
        }
        for (ObjectId object : page.objects()) {
            seen++;
            if (isLeftOver(object, nowNanos)) {
                leftOver++;
                deletes.add(object, nowNanos);
            }
        }
        continuation = page.continuation();
        if (continuation.isEmpty()) {
            ended(nowNanos);
            observer.swept(seen, leftOver);
            if (leftOver > 0) {
                LOG.info("objects were left over and go: objects={} of={}", leftOver, seen);
            }
        }
    }

    private void sweepFailed(Throwable cause, long nowNanos) {
        continuation = Optional.empty();
        ended(nowNanos);
        observer.sweepFailed(cause);
    }

    private void ended(long nowNanos) {
        sweptBefore = true;
        endedNanos = nowNanos;
    }

    private boolean isLeftOver(ObjectId object, long nowNanos) {
        if (object.brokerId() != environment.brokerId()) {
            return isOfAGoneBroker(object.brokerId(), nowNanos);
        }
        if (object.brokerEpoch() != environment.brokerEpoch()) {
            return object.brokerEpoch() < environment.brokerEpoch()
                    && nowNanos - startedNanos >= environment.graceNanos().getAsLong();
        }
        return !environment.inFlight().test(object) && !retention.isKnown(object);
    }

    private boolean isOfAGoneBroker(int brokerId, long nowNanos) {
        Set<Integer> live = environment.brokers().ids();
        if (!live.contains(environment.brokerId()) || live.contains(brokerId)) {
            absentSince.remove(brokerId);
            return false;
        }
        long since = absentSince.computeIfAbsent(brokerId, unused -> nowNanos);
        return nowNanos - since >= environment.retentionNanos().getAsLong() && sweepsAfter(brokerId, live);
    }

    private boolean sweepsAfter(int brokerId, Set<Integer> live) {
        List<Integer> candidates = List.copyOf(new TreeSet<>(live));
        return candidates.get(Math.floorMod(brokerId, candidates.size())) == environment.brokerId();
    }

    @Override
    public void failed(Throwable failure, long nowNanos) {
        running = null;
        sweepFailed(failure, nowNanos);
    }

    @Override
    public void stop() {
        Request current = running;
        if (current != null) {
            current.page().cancel(true);
        }
    }
}
