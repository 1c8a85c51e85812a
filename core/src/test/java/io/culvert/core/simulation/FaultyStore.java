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

package io.culvert.core.simulation;

import io.culvert.api.ObjectNotFoundException;
import io.culvert.api.RetriableStorageException;
import io.culvert.core.format.ObjectId;
import io.culvert.core.format.SectionReference;
import io.culvert.core.retention.CatalogPage;
import io.culvert.core.retention.ObjectCatalog;
import io.culvert.core.retention.ObjectDeleter;
import io.culvert.core.upload.ObjectSink;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** A store that is well, slow, failing, hanging or flaky; what failed may have landed, or land later. */
final class FaultyStore implements ObjectSink, ObjectDeleter, ObjectCatalog {

    private static final long DEADLINE = 2 * World.SECOND;

    private final World world;
    private final Map<ObjectId, byte[]> objects = new TreeMap<>(Comparator.comparing(ObjectId::brokerId)
            .thenComparing(ObjectId::brokerEpoch)
            .thenComparing(ObjectId::sequence));
    private Mood mood = Mood.WELL;

    /** How the store behaves. */
    enum Mood {
        WELL,
        SLOW,
        FAILING,
        HANGING,
        FLAKY
    }

    FaultyStore(World world) {
        this.world = world;
    }

    void mood(Mood newMood) {
        mood = newMood;
    }

    Collection<ObjectId> objects() {
        return objects.keySet();
    }

    private boolean fails() {
        return mood == Mood.FAILING || mood == Mood.HANGING || (mood == Mood.FLAKY && world.chance(0.3));
    }

    private long latency(int from, int to) {
        return mood == Mood.SLOW ? world.msBetween(200, 3_000) : world.msBetween(from, to);
    }

    @Override
    public CompletableFuture<Void> put(ObjectId object, List<ByteBuffer> content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (ByteBuffer buffer : content) {
            byte[] part = new byte[buffer.remaining()];
            buffer.duplicate().get(part);
            out.writeBytes(part);
        }
        byte[] bytes = out.toByteArray();
        CompletableFuture<Void> future = new CompletableFuture<>();
        if (fails()) {
            if (world.chance(0.5)) {
                world.after(world.msBetween(0, 5_000), () -> land(object, bytes));
            }
            long when = mood == Mood.HANGING ? DEADLINE : world.msBetween(2, 50);
            world.after(when, () -> future.completeExceptionally(new RetriableStorageException("injected")));
            return future;
        }
        long latency = latency(5, 40);
        world.after(latency, () -> {
            land(object, bytes);
            future.complete(null);
        });
        world.after(DEADLINE, () -> future.completeExceptionally(new RetriableStorageException("deadline")));
        return future;
    }

    private void land(ObjectId object, byte[] bytes) {
        byte[] present = objects.putIfAbsent(object, bytes);
        if (present != null && !Arrays.equals(present, bytes)) {
            throw new AssertionError("a slot got two contents: " + object);
        }
    }

    @Override
    public CompletableFuture<Map<ObjectId, Throwable>> delete(Collection<ObjectId> ids) {
        CompletableFuture<Map<ObjectId, Throwable>> future = new CompletableFuture<>();
        if (fails()) {
            world.after(
                    mood == Mood.HANGING ? DEADLINE : world.msBetween(2, 50),
                    () -> future.completeExceptionally(new RetriableStorageException("injected")));
            return future;
        }
        world.after(latency(2, 20), () -> {
            Map<ObjectId, Throwable> failures = new HashMap<>();
            for (ObjectId id : ids) {
                if (mood == Mood.FLAKY && world.chance(0.3)) {
                    failures.put(id, new RetriableStorageException("injected"));
                } else {
                    objects.remove(id);
                }
            }
            future.complete(failures);
        });
        return future;
    }

    @Override
    public CompletableFuture<CatalogPage> list(Optional<String> continuation) {
        CompletableFuture<CatalogPage> future = new CompletableFuture<>();
        boolean failing = fails();
        world.after(latency(2, 20), () -> {
            if (failing) {
                future.completeExceptionally(new RetriableStorageException("injected"));
                return;
            }
            List<ObjectId> all = new ArrayList<>(objects.keySet());
            int from = Math.min(all.size(), continuation.map(Integer::parseInt).orElse(0));
            int to = Math.min(all.size(), from + 50);
            future.complete(new CatalogPage(
                    all.subList(from, to), to < all.size() ? Optional.of(String.valueOf(to)) : Optional.empty()));
        });
        return future;
    }

    /** Reads a section; its absence is told as such, whatever the store's mood. */
    CompletableFuture<byte[]> get(SectionReference reference) {
        CompletableFuture<byte[]> future = new CompletableFuture<>();
        boolean failing = fails();
        if (failing && mood == Mood.HANGING) {
            return future;
        }
        world.after(latency(3, 20), () -> {
            byte[] object = objects.get(reference.object());
            if (failing) {
                future.completeExceptionally(new RetriableStorageException("injected"));
            } else if (object == null) {
                future.completeExceptionally(new ObjectNotFoundException("missing"));
            } else {
                int position = (int) reference.position();
                future.complete(Arrays.copyOfRange(object, position, position + reference.length()));
            }
        });
        return future;
    }
}
