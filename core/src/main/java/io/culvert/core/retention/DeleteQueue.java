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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Deletes objects in batches, one batch at a time, no faster than the store should be asked to.
 *
 * <p>Each object is deleted twice, the second time a while later, because a duplicate of its PUT (a repetition within a
 * client, a request that was given up) may land after the first. An object whose deletion fails waits longer each time;
 * the others of its batch are not tried again for its sake. Owned by the uploader's thread.
 */
public final class DeleteQueue {

    private static final int MAX_BATCH = 500;
    private static final int MAX_QUEUED = 100_000;
    private static final long BETWEEN_BATCHES_NANOS = 200_000_000L;
    private static final long FIRST_BACK_OFF_NANOS = 1_000_000_000L;
    private static final long LONGEST_BACK_OFF_NANOS = 300_000_000_000L;
    private static final long BATCH_DEADLINE_NANOS = 60_000_000_000L;

    /** How long after an object's deletion it is deleted once more. */
    public static final long REPEAT_AFTER_NANOS = 120_000_000_000L;

    private final ObjectDeleter deleter;
    private final RetentionObserver observer;
    private final Runnable wake;
    private final Map<ObjectId, Entry> entries = new HashMap<>();
    private final PriorityQueue<Entry> byDue =
            new PriorityQueue<>((one, other) -> Long.compare(one.dueNanos() - other.dueNanos(), 0));
    private final Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
    private @Nullable Batch running;
    private long nextBatchNanos;
    private int firstTime;
    private boolean started;

    /** One object, its turn, and what happened to it. */
    private record Entry(ObjectId object, long dueNanos, int failures, boolean repetition) {}

    /** Entries that are being deleted. */
    private record Batch(List<Entry> entries, long startedNanos, CompletableFuture<?> future) {}

    /** The end of a batch: failures by object, or that of the whole batch. */
    private record Outcome(
            List<Entry> entries,
            Map<ObjectId, ? extends Throwable> failures,
            @Nullable Throwable failure) {}

    public DeleteQueue(ObjectDeleter deleter, RetentionObserver observer, Runnable wake) {
        this.deleter = deleter;
        this.observer = observer;
        this.wake = wake;
    }

    /**
     * Queues an object for deletion at {@code dueNanos} or later; one that is queued stays as it is.
     *
     * <p>Wakes the owner thread if it is the first that is due: whoever adds may run after this queue in a round, and the
     * thread would sleep until something else has work for it.
     */
    public void add(ObjectId object, long dueNanos) {
        if (entries.containsKey(object)) {
            return;
        }
        if (entries.size() >= MAX_QUEUED) {
            observer.dropped(1);
            return;
        }
        Entry first = byDue.peek();
        put(new Entry(object, dueNanos, 0, false));
        firstTime++;
        if (first == null || dueNanos - first.dueNanos() < 0) {
            wake.run();
        }
    }

    /** Says whether the object waits for a deletion, the first or the second. */
    public boolean contains(ObjectId object) {
        return entries.containsKey(object);
    }

    /** Objects whose first deletion is to come. */
    public int backlog() {
        return firstTime;
    }

    /** Objects whose first or second deletion is to come. */
    public int size() {
        return entries.size();
    }

    private void put(Entry entry) {
        entries.put(entry.object(), entry);
        byDue.add(entry);
    }

    /**
     * Takes in what has ended and starts the next batch if it is due.
     *
     * @return nanoseconds until it wants to run again
     */
    long runOnce(long nowNanos) {
        if (!started) {
            started = true;
            nextBatchNanos = nowNanos;
        }
        takeOutcomes(nowNanos);
        Batch current = running;
        if (current != null && nowNanos - current.startedNanos() >= BATCH_DEADLINE_NANOS) {
            running = null;
            current.future().cancel(true);
            retry(current.entries(), new TimeoutException("no answer to a deletion"), nowNanos);
        } else if (current != null) {
            return BATCH_DEADLINE_NANOS - (nowNanos - current.startedNanos());
        }
        Entry next = byDue.peek();
        if (next == null) {
            return Long.MAX_VALUE;
        }
        long wait = Math.max(next.dueNanos() - nowNanos, nextBatchNanos - nowNanos);
        if (wait > 0) {
            return wait;
        }
        startBatch(nowNanos);
        return BETWEEN_BATCHES_NANOS;
    }

    /** Begins again with all that is queued, after an error in the middle of a round. */
    void recover() {
        running = null;
        byDue.clear();
        byDue.addAll(entries.values());
    }

    private void startBatch(long nowNanos) {
        List<Entry> batch = new ArrayList<>();
        Entry next = byDue.peek();
        while (next != null && next.dueNanos() - nowNanos <= 0 && batch.size() < MAX_BATCH) {
            batch.add(byDue.remove());
            next = byDue.peek();
        }
        nextBatchNanos = nowNanos + BETWEEN_BATCHES_NANOS;
        List<ObjectId> objects = batch.stream().map(Entry::object).toList();
        CompletableFuture<? extends Map<ObjectId, ? extends Throwable>> future;
        try {
            future = deleter.delete(objects);
        } catch (RuntimeException e) {
            future = CompletableFuture.failedFuture(e);
        }
        running = new Batch(batch, nowNanos, future);
        var unused = future.whenComplete((failures, failure) -> {
            outcomes.add(new Outcome(batch, failures == null ? Map.of() : failures, failure));
            wake.run();
        });
    }

    private void takeOutcomes(long nowNanos) {
        Outcome outcome = outcomes.poll();
        while (outcome != null) {
            Batch current = running;
            if (current != null && current.entries() == outcome.entries()) {
                running = null;
                ended(outcome, nowNanos);
            }
            outcome = outcomes.poll();
        }
    }

    private void ended(Outcome outcome, long nowNanos) {
        Throwable failure = outcome.failure();
        if (failure != null) {
            retry(outcome.entries(), AsyncFailure.causeOf(failure), nowNanos);
            return;
        }
        int deleted = 0;
        for (Entry entry : outcome.entries()) {
            Throwable why = outcome.failures().get(entry.object());
            if (why != null) {
                retry(List.of(entry), why, nowNanos);
            } else if (entry.repetition()) {
                entries.remove(entry.object());
            } else {
                put(new Entry(entry.object(), nowNanos + REPEAT_AFTER_NANOS, 0, true));
                deleted++;
            }
        }
        if (deleted > 0) {
            firstTime -= deleted;
            observer.deleted(deleted);
        }
    }

    private void retry(List<Entry> failed, Throwable cause, long nowNanos) {
        for (Entry entry : failed) {
            long backOff = Math.min(LONGEST_BACK_OFF_NANOS, FIRST_BACK_OFF_NANOS << Math.min(entry.failures(), 20));
            put(new Entry(entry.object(), nowNanos + backOff, entry.failures() + 1, entry.repetition()));
        }
        observer.deleteFailed(failed.size(), cause);
    }
}
