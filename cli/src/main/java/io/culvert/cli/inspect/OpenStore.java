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

package io.culvert.cli.inspect;

import io.culvert.api.ObjectPage;
import io.culvert.api.ObjectSummary;
import io.culvert.api.RemoteWalStorageException;
import io.culvert.api.RemoteWalStorageManager;
import io.culvert.cli.CliFailure;
import io.culvert.cli.ExitStatus;
import io.culvert.core.format.RangeSource;
import io.culvert.storage.filesystem.FileSystemRemoteWalStorageManager;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A store that a command reads, call by call. A new kind of store is a new branch of {@link #open}: everything behind it
 * goes through the manager. Owned by one thread; blocks for the store.
 */
final class OpenStore implements AutoCloseable {

    private static final long DEADLINE_SECONDS = 60;

    private final String location;
    private final RemoteWalStorageManager manager;

    OpenStore(String location, RemoteWalStorageManager manager) {
        this.location = location;
        this.manager = manager;
    }

    /** Opens the store that an argument names: the root directory of one on a file system. */
    static OpenStore open(String location) throws CliFailure {
        Path root = FileLocation.parse(location);
        if (!Files.isDirectory(root)) {
            throw new CliFailure(ExitStatus.UNREADABLE, "no such directory: store=" + location);
        }
        RemoteWalStorageManager manager = new FileSystemRemoteWalStorageManager();
        manager.configure(Map.of("root", root.toString()));
        return new OpenStore(location, manager);
    }

    String location() {
        return location;
    }

    /** Tells of every object, page by page. */
    void forEach(Consumer<ObjectSummary> object) throws CliFailure {
        Optional<String> continuation = Optional.empty();
        do {
            ObjectPage page;
            try {
                page = await(manager.list("", continuation));
            } catch (RemoteWalStorageException | IOException e) {
                throw new CliFailure(
                        ExitStatus.UNREADABLE, "cannot list: store=" + location + " reason=" + e.getMessage(), e);
            }
            page.objects().forEach(object);
            continuation = page.continuation();
        } while (continuation.isPresent());
    }

    /** An object of the store. */
    RangeSource object(ObjectSummary object) {
        return new RangeSource() {
            @Override
            public long sizeBytes() {
                return object.size();
            }

            @Override
            public ByteBuffer read(long position, int length) throws IOException, RemoteWalStorageException {
                return await(manager.get(object.key(), position, length));
            }
        };
    }

    @Override
    public void close() throws IOException {
        manager.close();
    }

    private static <T> T await(CompletableFuture<T> call) throws IOException, RemoteWalStorageException {
        try {
            return call.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RemoteWalStorageException failure) {
                throw failure;
            }
            throw new IOException(String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            call.cancel(true);
            throw new IOException("no answer from the store: seconds=" + DEADLINE_SECONDS, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
