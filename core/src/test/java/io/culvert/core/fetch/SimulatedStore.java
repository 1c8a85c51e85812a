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

import io.culvert.api.ObjectNotFoundException;
import io.culvert.core.format.ObjectId;
import io.culvert.core.time.Ticker;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A store, a clock and a place to wait in one: waiting moves the clock to what happens next. For one thread. */
final class SimulatedStore implements ObjectSource, ArrivalSignal, Ticker {

    private final Map<ObjectId, byte[]> objects = new HashMap<>();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingInt(Event::order));
    private final List<Get> gets = new ArrayList<>();
    private Function<Get, Answer> behaviour = get -> Answer.after(5);
    private long nowNanos = 1_000_000_000_000L;
    private int scheduled;
    private boolean raised;

    private record Event(long atNanos, int order, Runnable action) {}

    /** A GET as it was asked for. */
    record Get(int number, ObjectId object, long position, int length, CompletableFuture<ByteBuffer> future) {}

    /**
     * What the store does with a GET.
     *
     * @param afterMs when it answers; negative for never
     * @param error what it fails with; null to answer with bytes
     * @param change what it does to the bytes
     */
    record Answer(long afterMs, @Nullable Throwable error, Function<byte[], byte[]> change) {

        static Answer after(long ms) {
            return new Answer(ms, null, Function.identity());
        }

        static Answer never() {
            return after(-1);
        }

        static Answer failing(long afterMs, Throwable error) {
            return new Answer(afterMs, error, Function.identity());
        }

        static Answer changed(long afterMs, Function<byte[], byte[]> change) {
            return new Answer(afterMs, null, change);
        }
    }

    void put(ObjectId object, byte[] content) {
        objects.put(object, content);
    }

    void delete(ObjectId object) {
        objects.remove(object);
    }

    void behave(Function<Get, Answer> newBehaviour) {
        behaviour = newBehaviour;
    }

    void schedule(long afterMs, Runnable action) {
        events.add(new Event(nowNanos + TimeUnit.MILLISECONDS.toNanos(afterMs), scheduled++, action));
    }

    List<Get> gets() {
        return List.copyOf(gets);
    }

    long cancelled() {
        return gets.stream().filter(get -> get.future.isCancelled()).count();
    }

    long openGets() {
        return gets.stream().filter(get -> !get.future.isDone()).count();
    }

    long openBytes() {
        return gets.stream()
                .filter(get -> !get.future.isDone())
                .mapToLong(Get::length)
                .sum();
    }

    void advance(long ms) {
        moveTo(nowNanos + TimeUnit.MILLISECONDS.toNanos(ms), false);
    }

    @Override
    public long nanos() {
        return nowNanos;
    }

    @Override
    public void raise() {
        raised = true;
    }

    @Override
    public void await(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!raised) {
            moveTo(nowNanos + Math.max(0, nanos), true);
        }
        raised = false;
    }

    private void moveTo(long endNanos, boolean untilRaised) {
        while (!(untilRaised && raised) && !events.isEmpty() && events.peek().atNanos <= endNanos) {
            Event event = events.remove();
            nowNanos = Math.max(nowNanos, event.atNanos);
            event.action.run();
        }
        if (!(untilRaised && raised)) {
            nowNanos = Math.max(nowNanos, endNanos);
        }
    }

    @Override
    public CompletableFuture<ByteBuffer> get(ObjectId object, long position, int length) {
        Get get = new Get(gets.size(), object, position, length, new CompletableFuture<>());
        gets.add(get);
        Answer answer = behaviour.apply(get);
        if (answer.afterMs >= 0) {
            schedule(answer.afterMs, () -> complete(get, answer));
        }
        return get.future;
    }

    private void complete(Get get, Answer answer) {
        byte[] content = objects.get(get.object);
        if (answer.error != null) {
            get.future.completeExceptionally(answer.error);
        } else if (content == null) {
            get.future.completeExceptionally(new ObjectNotFoundException("no such object: " + get.object));
        } else {
            byte[] range = new byte[get.length];
            System.arraycopy(content, Math.toIntExact(get.position), range, 0, get.length);
            get.future.complete(ByteBuffer.wrap(answer.change.apply(range)));
        }
    }
}
