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

package io.culvert.storage.filesystem;

import io.culvert.api.ObjectPage;
import io.culvert.api.RemoteWalStorageException;
import io.culvert.api.RemoteWalStorageManager;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps WAL objects as files on a volume that all brokers mount: EFS, FSx, NFS, or a local disk for trying out.
 *
 * <p>Settings, behind {@code rwsm.config.}: {@code root} (required), {@code fsync}, {@code
 * directory.permissions}, {@code file.permissions}. They are checked without touching the volume: one that is missing or
 * hangs keeps no broker from starting, and each call that needs it fails until it is back. A manager that only reads changes nothing on it.
 *
 * <p>Calls never block: puts, gets, and deletes and lists wait on threads of their own. A hanging volume takes those
 * threads and a bounded number of waiting calls; more fail at once. The volume must have hard links.
 */
public final class FileSystemRemoteWalStorageManager implements RemoteWalStorageManager {

    private volatile @Nullable FileSystemStore store;

    /** For loading by class name; {@link #configure} comes next. */
    public FileSystemRemoteWalStorageManager() {}

    /** The settings with their documentation and defaults; names are without the broker's prefix. */
    public static ConfigDef configDef() {
        return FileSystemSettings.definition();
    }

    /**
     * Reads the settings.
     *
     * @throws ConfigException if one is missing or wrong; it names the setting and the value
     */
    @Override
    public void configure(Map<String, ?> configs) {
        if (store != null) {
            throw new IllegalStateException("configured already");
        }
        store = new FileSystemStore(FileSystemSettings.parse(configs));
    }

    @Override
    public CompletableFuture<Void> put(String key, List<ByteBuffer> content) {
        return configured().put(key, content);
    }

    @Override
    public CompletableFuture<ByteBuffer> get(String key, long position, int length) {
        return configured().get(key, position, length);
    }

    @Override
    public CompletableFuture<Map<String, RemoteWalStorageException>> delete(Collection<String> keys) {
        return configured().delete(keys);
    }

    @Override
    public CompletableFuture<ObjectPage> list(String prefix, Optional<String> continuation) {
        return configured().list(prefix, continuation);
    }

    /** Ends within two seconds, whatever the volume does. */
    @Override
    public void close() {
        FileSystemStore running = store;
        if (running != null) {
            running.close();
        }
    }

    private FileSystemStore configured() {
        FileSystemStore running = store;
        if (running == null) {
            throw new IllegalStateException("configure comes before use");
        }
        return running;
    }
}
