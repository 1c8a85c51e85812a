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

import io.culvert.core.format.ObjectId;
import io.culvert.core.format.SectionReference;
import io.culvert.core.retention.ObjectDeleter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** A store whose PUTs end when a test says so. */
public final class ManualStore implements ObjectSink, ObjectDeleter {

    private final List<Put> puts = new ArrayList<>();
    private final Map<ObjectId, byte[]> objects = new TreeMap<>(Comparator.comparingLong(ObjectId::sequence));
    private final List<ObjectId> deletes = new ArrayList<>();
    private boolean immediate;
    private Exception failure = new Exception("none");
    private boolean failing;

    /** One PUT. */
    public final class Put {
        private final ObjectId object;
        private final byte[] bytes;
        private final CompletableFuture<Void> future = new CompletableFuture<>();

        private Put(ObjectId object, byte[] bytes) {
            this.object = object;
            this.bytes = bytes;
        }

        public ObjectId object() {
            return object;
        }

        public byte[] bytes() {
            return bytes;
        }

        public boolean isCancelled() {
            return future.isCancelled();
        }

        public void succeed() {
            objects.put(object, bytes);
            future.complete(null);
        }

        public void fail(Exception cause) {
            future.completeExceptionally(cause);
        }

        /** Lands, but nobody hears of it. */
        public void landUnheard() {
            objects.put(object, bytes);
        }
    }

    /** From now on PUTs succeed at once. */
    public ManualStore succeedAtOnce() {
        immediate = true;
        failing = false;
        return this;
    }

    public ManualStore failAtOnce(Exception cause) {
        failing = true;
        failure = cause;
        return this;
    }

    public ManualStore hang() {
        immediate = false;
        failing = false;
        return this;
    }

    public List<Put> puts() {
        return puts;
    }

    public Put put(int index) {
        return puts.get(index);
    }

    public Put lastPut() {
        return puts.get(puts.size() - 1);
    }

    public Map<ObjectId, byte[]> objects() {
        return objects;
    }

    public List<ObjectId> deletes() {
        return deletes;
    }

    public byte[] read(SectionReference reference) {
        byte[] object = objects.get(reference.object());
        if (object == null) {
            throw new AssertionError("no such object: " + reference);
        }
        return Arrays.copyOfRange(object, (int) reference.position(), (int) reference.position() + reference.length());
    }

    @Override
    public CompletableFuture<Void> put(ObjectId object, List<ByteBuffer> content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (ByteBuffer buffer : content) {
            byte[] part = new byte[buffer.remaining()];
            buffer.duplicate().get(part);
            out.writeBytes(part);
        }
        Put put = new Put(object, out.toByteArray());
        puts.add(put);
        if (failing) {
            put.fail(failure);
        } else if (immediate) {
            put.succeed();
        }
        return put.future;
    }

    @Override
    public CompletableFuture<Map<ObjectId, Throwable>> delete(Collection<ObjectId> ids) {
        for (ObjectId id : ids) {
            deletes.add(id);
            objects.remove(id);
        }
        return CompletableFuture.completedFuture(new HashMap<>());
    }
}
