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

package io.culvert.core.upload;

import io.culvert.api.InvalidStorageException;
import io.culvert.api.ObjectExistsException;
import io.culvert.core.format.ObjectHeader;
import io.culvert.core.format.ObjectId;
import io.culvert.core.format.ObjectKind;
import io.culvert.core.format.WalObject;
import io.culvert.core.format.WalObjectBuilder;
import io.culvert.core.loop.AsyncFailure;
import io.culvert.core.retention.ObjectRetention;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs the PUTs of one kind of object. Owned by the uploader's thread; completions come back to it through a queue.
 *
 * <p>A PUT that fails is repeated with the same bytes in the same slot for as long as somebody waits for the object:
 * whichever attempt lands, the slot has that content. An object that nobody waits for is given up.
 */
final class PutLane {

    private static final long FIRST_RETRY_NANOS = 20_000_000L;
    private static final int RETRY_DOUBLINGS = 4;

    private final ObjectKind kind;
    private final ObjectSink sink;
    private final ObjectStream stream;
    private final ObjectRetention retention;
    private final StoreBreaker breaker;
    private final UploadObserver observer;
    private final Runnable wake;
    private final boolean repeats;
    private final Set<ObjectUpload> uploads = new LinkedHashSet<>();
    private final Queue<Completion> completions = new ConcurrentLinkedQueue<>();
    private long bytes;

    /** The end of one attempt. */
    private record Completion(
            ObjectUpload upload, int attempt, @Nullable Throwable failure) {}

    /** What all lanes of an uploader share. */
    record Store(
            ObjectSink sink,
            ObjectStream stream,
            ObjectRetention retention,
            StoreBreaker breaker,
            UploadObserver observer,
            Runnable wake) {}

    /**
     * @param repeats whether a failed PUT is repeated while the object is wanted; else it is given up
     */
    PutLane(ObjectKind kind, Store store, boolean repeats) {
        this.kind = kind;
        this.sink = store.sink();
        this.stream = store.stream();
        this.retention = store.retention();
        this.breaker = store.breaker();
        this.observer = store.observer();
        this.wake = store.wake();
        this.repeats = repeats;
    }

    /** Objects whose PUT runs or is to be repeated. */
    int inFlight() {
        return uploads.size();
    }

    /** The bytes of their sections. */
    long inFlightBytes() {
        return bytes;
    }

    /**
     * Says whether another object may be sealed: there is a slot, and its bytes fit under the cap that all slots have
     * together. An object larger than its share fits when it is alone.
     */
    boolean hasRoom(int maxInflight, int maxObjectBytes) {
        return uploads.isEmpty()
                || (uploads.size() < maxInflight && bytes <= (long) (maxInflight - 1) * maxObjectBytes);
    }

    /** Seals an object and starts its PUT. */
    void send(WalObjectBuilder builder, SealedSections sections, long waitedNanos, long nowNanos) {
        long resolvedPrefix = stream.resolvedPrefix();
        ObjectId slot = stream.take();
        WalObject object = builder.seal(new ObjectHeader(kind, stream.clusterId(), slot, resolvedPrefix));
        ObjectUpload upload = new ObjectUpload(object, sections, builder.sectionBytes());
        uploads.add(upload);
        bytes += upload.sectionBytes();
        observer.sealed(kind, object.sizeBytes(), object.sections().size(), waitedNanos);
        start(upload, nowNanos);
    }

    private void start(ObjectUpload upload, long nowNanos) {
        int attempt = upload.begin(nowNanos);
        CompletableFuture<Void> put;
        try {
            put = sink.put(upload.object().id(), upload.object().content());
        } catch (RuntimeException e) {
            put = CompletableFuture.failedFuture(e);
        }
        upload.running(put);
        var unused = put.whenComplete((nothing, failure) -> {
            completions.add(new Completion(upload, attempt, failure));
            wake.run();
        });
    }

    /** Takes in what has ended, and starts again what is due. */
    void runOnce(long nowNanos) {
        Completion completion = completions.poll();
        while (completion != null) {
            ObjectUpload upload = completion.upload();
            if (uploads.contains(upload) && upload.isRunning() && upload.attempts() == completion.attempt()) {
                ended(upload, completion.failure(), nowNanos);
            }
            completion = completions.poll();
        }
        for (ObjectUpload upload : List.copyOf(uploads)) {
            if (!upload.sections().isWanted()) {
                giveUp(upload, new CancellationException("nobody waits for the object"), nowNanos);
            } else if (!upload.isRunning() && upload.retryAtNanos() - nowNanos <= 0) {
                start(upload, nowNanos);
            }
        }
    }

    private void ended(ObjectUpload upload, @Nullable Throwable failure, long nowNanos) {
        WalObject object = upload.object();
        if (failure == null) {
            remove(upload);
            breaker.uploadSucceeded(nowNanos);
            observer.putSucceeded(kind, object.sizeBytes(), nowNanos - upload.startedNanos());
            retention.stored(object.id(), object.sections().size());
            upload.sections().stored(object.references(0), nowNanos);
            return;
        }
        Throwable cause = AsyncFailure.causeOf(failure);
        breaker.uploadFailed(cause instanceof InvalidStorageException);
        if (cause instanceof ObjectExistsException) {
            // Not our bytes: they stay where they are.
            observer.putFailed(kind, object.sizeBytes(), nowNanos - upload.startedNanos(), cause);
            remove(upload);
            upload.sections().lost(nowNanos);
        } else if (repeats && upload.sections().isWanted()) {
            observer.putFailed(kind, object.sizeBytes(), nowNanos - upload.startedNanos(), cause);
            int doublings = Math.min(upload.attempts() - 1, RETRY_DOUBLINGS);
            upload.retryAt(nowNanos + (FIRST_RETRY_NANOS << doublings));
        } else {
            giveUp(upload, cause, nowNanos);
        }
    }

    /** Gives up the objects whose PUT runs for longer than {@code nanos}. */
    void giveUpSlow(long nanos, long nowNanos) {
        for (ObjectUpload upload : List.copyOf(uploads)) {
            if (upload.isRunning() && nowNanos - upload.startedNanos() > nanos) {
                giveUp(upload, new TimeoutException("PUT took too long"), nowNanos);
            }
        }
    }

    /** Gives everything up. */
    void giveUpAll(Throwable cause, long nowNanos) {
        for (ObjectUpload upload : List.copyOf(uploads)) {
            giveUp(upload, cause, nowNanos);
        }
    }

    private void giveUp(ObjectUpload upload, Throwable cause, long nowNanos) {
        if (upload.isRunning()) {
            observer.putFailed(kind, upload.object().sizeBytes(), nowNanos - upload.startedNanos(), cause);
        }
        remove(upload);
        upload.cancel();
        retention.discard(upload.object().id(), nowNanos);
        upload.sections().lost(nowNanos);
    }

    private void remove(ObjectUpload upload) {
        uploads.remove(upload);
        bytes -= upload.sectionBytes();
        stream.resolved(upload.object().id());
    }

    /** Nanoseconds until {@link #hangs} can become true, at least 0. */
    long nanosUntilHang(long nowNanos, long nanos) {
        long wait = Long.MAX_VALUE;
        for (ObjectUpload upload : uploads) {
            if (upload.isRunning() && !breaker.succeededSince(upload.startedNanos())) {
                wait = Math.min(wait, Math.max(0, upload.startedNanos() + nanos - nowNanos));
            }
        }
        return wait;
    }

    /** Says whether a PUT runs for longer than {@code nanos} and none has succeeded since it began. */
    boolean hangs(long nowNanos, long nanos) {
        for (ObjectUpload upload : uploads) {
            if (upload.isRunning()
                    && nowNanos - upload.startedNanos() >= nanos
                    && !breaker.succeededSince(upload.startedNanos())) {
                return true;
            }
        }
        return false;
    }

    /** Nanoseconds until {@link #runOnce} has something to start, at least 0. */
    long nanosUntilRetry(long nowNanos) {
        long wait = Long.MAX_VALUE;
        for (ObjectUpload upload : uploads) {
            if (!upload.isRunning()) {
                wait = Math.min(wait, Math.max(0, upload.retryAtNanos() - nowNanos));
            }
        }
        return wait;
    }
}
