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

import io.culvert.api.CorruptObjectException;
import io.culvert.api.InvalidStorageException;
import io.culvert.api.KeySyntax;
import io.culvert.api.ObjectExistsException;
import io.culvert.api.ObjectNotFoundException;
import io.culvert.api.RemoteWalStorageException;
import io.culvert.api.RetriableStorageException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Objects as files. An object is written to a file that no reader can name and then linked under its own name, which is
 * one step, fails if the name is taken, and holds on NFS. Thread-safe; every method blocks for the volume.
 */
final class ObjectFiles {

    private static final Logger LOG = LoggerFactory.getLogger(ObjectFiles.class);

    /** The JDK keeps a direct buffer per thread as large as the largest transfer. */
    private static final int TRANSFER_BYTES = 256 * 1024;

    /** Each one but the first means that another call removed a directory in between. */
    private static final int LINK_ATTEMPTS = 100;

    private final ObjectTree tree;
    private final boolean fsync;

    ObjectFiles(ObjectTree tree, boolean fsync) {
        this.tree = tree;
        this.fsync = fsync;
    }

    /** Creates an object or fails if there is one. */
    void create(String key, List<ByteBuffer> content, BooleanSupplier unwanted)
            throws IOException, RemoteWalStorageException {
        KeySyntax.requireKey(key);
        Path file = tree.createIncoming();
        try {
            write(file, content, unwanted);
            link(key, file);
        } finally {
            removeIncoming(file);
        }
    }

    private void write(Path file, List<ByteBuffer> content, BooleanSupplier unwanted) throws IOException {
        ByteBuffer transfer = ByteBuffer.allocate(TRANSFER_BYTES);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (ByteBuffer buffer : content) {
                ByteBuffer rest = buffer.duplicate();
                while (rest.hasRemaining()) {
                    int length = Math.min(rest.remaining(), transfer.remaining());
                    transfer.put(rest.slice(rest.position(), length));
                    rest.position(rest.position() + length);
                    if (!transfer.hasRemaining()) {
                        drain(transfer, channel, unwanted);
                    }
                }
            }
            drain(transfer, channel, unwanted);
            if (fsync) {
                channel.force(true);
            }
        }
    }

    private static void drain(ByteBuffer transfer, FileChannel channel, BooleanSupplier unwanted) throws IOException {
        if (unwanted.getAsBoolean()) {
            throw new CancellationException("nobody waits for the object any more");
        }
        transfer.flip();
        while (transfer.hasRemaining()) {
            channel.write(transfer);
        }
        transfer.clear();
    }

    /** Makes a written file the object of a key, in one step, or fails if there is one. */
    void link(String key, Path file) throws IOException, RemoteWalStorageException {
        Path object = tree.path(key);
        for (int attempt = 0; attempt < LINK_ATTEMPTS; attempt++) {
            try {
                Files.createLink(object, file);
                tree.syncParent(object);
                return;
            } catch (FileAlreadyExistsException e) {
                // NFS may repeat a request whose answer was lost, and then meets its own link.
                if (Files.isSameFile(object, file)) {
                    tree.syncParent(object);
                    return;
                }
                throw new ObjectExistsException("object exists: key=" + key, e);
            } catch (NoSuchFileException e) {
                if (Files.notExists(file)) {
                    throw new RetriableStorageException("file was removed before it became an object: key=" + key, e);
                }
                tree.createParents(object);
            } catch (UnsupportedOperationException e) {
                throw new InvalidStorageException("the volume has no hard links: key=" + key, e);
            }
        }
        throw new RetriableStorageException("directories are removed as fast as they are made: key=" + key);
    }

    private void removeIncoming(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("left a temporary file behind for the sweep: file={}", file, e);
        }
    }

    /** Reads a range of an object, all of it. */
    ByteBuffer read(String key, long position, int length, BooleanSupplier unwanted)
            throws IOException, RemoteWalStorageException {
        KeySyntax.requireKey(key);
        if (position < 0 || length < 1) {
            throw new InvalidStorageException(
                    "not a range: key=" + key + " position=" + position + " length=" + length);
        }
        Path object = tree.path(key);
        try (FileChannel channel = FileChannel.open(object, StandardOpenOption.READ)) {
            long size = channel.size();
            if (position <= size - length) {
                return readFully(channel, position, length, unwanted);
            }
            requireFile(key, object);
            throw new CorruptObjectException("object ends before the range does: key=" + key + " size=" + size
                    + " position=" + position + " length=" + length);
        } catch (NoSuchFileException e) {
            tree.requireRoot();
            throw new ObjectNotFoundException("no such object: key=" + key, e);
        } catch (EOFException e) {
            throw new CorruptObjectException("object was cut short while it was read: key=" + key, e);
        } catch (IOException e) {
            requireFile(key, object);
            throw e;
        }
    }

    private static ByteBuffer readFully(FileChannel channel, long position, int length, BooleanSupplier unwanted)
            throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (unwanted.getAsBoolean()) {
                throw new CancellationException("nobody waits for the range any more");
            }
            ByteBuffer part = bytes.slice(bytes.position(), Math.min(bytes.remaining(), TRANSFER_BYTES));
            int read = channel.read(part, position + bytes.position());
            if (read < 0) {
                throw new EOFException();
            }
            bytes.position(bytes.position() + read);
        }
        return bytes.flip();
    }

    /** A key that other keys go on from is a directory, and no object. */
    private static void requireFile(String key, Path object) throws ObjectNotFoundException {
        if (Files.isDirectory(object)) {
            throw new ObjectNotFoundException("no such object: key=" + key);
        }
    }

    /** Deletes objects and says which could not be, and why. */
    Map<String, RemoteWalStorageException> delete(Collection<String> keys, BooleanSupplier unwanted)
            throws IOException, RemoteWalStorageException {
        tree.requireRoot();
        Map<String, RemoteWalStorageException> failures = new HashMap<>();
        Map<Path, Path> oneByDirectory = new HashMap<>();
        for (String key : keys) {
            if (unwanted.getAsBoolean()) {
                throw new CancellationException("nobody waits for the deletion any more");
            }
            try {
                KeySyntax.requireKey(key);
                Path object = tree.path(key);
                deleteFile(object);
                oneByDirectory.put(object.getParent(), object);
            } catch (IOException | InvalidStorageException e) {
                failures.put(key, FailureTable.explain("delete failed: key=" + key, e));
            }
        }
        oneByDirectory.values().forEach(this::pruneParents);
        return failures;
    }

    private static void deleteFile(Path object) throws IOException {
        try {
            Files.deleteIfExists(object);
        } catch (DirectoryNotEmptyException e) {
            LOG.debug("nothing to delete where other keys go on: path={}", object);
        }
    }

    private void pruneParents(Path object) {
        try {
            tree.pruneParents(object);
        } catch (IOException e) {
            LOG.debug("left empty directories behind: path={}", object, e);
        }
    }
}
