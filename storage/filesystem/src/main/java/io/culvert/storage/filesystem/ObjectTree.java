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

import io.culvert.api.RetriableStorageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The directories below the root: one for each key segment, and {@code ~incoming}, which no key can name, for files that
 * are not objects yet. The root itself is never made or removed. Thread-safe; every method blocks for the volume.
 */
final class ObjectTree {

    private static final String INCOMING = "~incoming";
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._-]+");
    private static final Set<PosixFilePermission> OWNER = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private final FileSystemSettings settings;
    private final Path root;
    private final Path incoming;

    ObjectTree(FileSystemSettings settings) {
        this.settings = settings;
        this.root = settings.root();
        this.incoming = root.resolve(INCOMING);
    }

    /** Where the object of a well-formed key, or the directory of a well-formed prefix, lies. */
    Path path(String key) {
        return root.resolve(key);
    }

    /** The key of an object below the root. */
    String key(Path object) {
        return root.relativize(object).toString();
    }

    /** Whether a directory entry can be part of a key. */
    static boolean isSegment(String name) {
        return SEGMENT.matcher(name).matches();
    }

    /** The directory of files that are not objects yet; may not exist. */
    Path incoming() {
        return incoming;
    }

    /** Fails unless the root is there and is a directory. */
    void requireRoot() throws IOException, RetriableStorageException {
        try {
            if (Files.readAttributes(root, BasicFileAttributes.class).isDirectory()) {
                return;
            }
        } catch (NoSuchFileException e) {
            throw new RetriableStorageException("root directory is missing: root=" + root, e);
        }
        throw new RetriableStorageException("root is not a directory: root=" + root);
    }

    /** Makes an empty file that is not an object yet. */
    Path createIncoming() throws IOException, RetriableStorageException {
        Path file;
        try {
            file = Files.createTempFile(incoming, "put", "");
        } catch (NoSuchFileException e) {
            requireRoot();
            createDirectory(incoming);
            file = Files.createTempFile(incoming, "put", "");
        }
        applyPermissions(file, settings.filePermissions());
        return file;
    }

    /**
     * Makes the directories that a file needs.
     *
     * @return false if one of them was removed at the same time
     */
    boolean createParents(Path file) throws IOException, RetriableStorageException {
        requireRoot();
        Path directory = root;
        Path parents = root.relativize(file).getParent();
        if (parents == null) {
            return true;
        }
        for (Path segment : parents) {
            directory = directory.resolve(segment);
            try {
                createDirectory(directory);
            } catch (NoSuchFileException e) {
                return false;
            }
        }
        return true;
    }

    /** Removes the directories that a removed file leaves empty; a directory that is in use stays. */
    void pruneParents(Path file) throws IOException {
        for (Path directory = file.getParent();
                directory != null && directory.startsWith(root) && !directory.equals(root);
                directory = directory.getParent()) {
            try {
                Files.deleteIfExists(directory);
            } catch (DirectoryNotEmptyException e) {
                return;
            }
        }
    }

    /** Waits until the directory entry of a file is on stable storage, if the settings want it. */
    void syncParent(Path file) throws IOException {
        Path parent = file.getParent();
        if (!settings.fsync() || parent == null) {
            return;
        }
        try (FileChannel directory = FileChannel.open(parent, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    private void createDirectory(Path directory) throws IOException {
        try {
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(settings.directoryPermissions()));
        } catch (FileAlreadyExistsException e) {
            return;
        }
        applyPermissions(directory, settings.directoryPermissions());
        syncParent(directory);
    }

    /** The umask takes from what creation asks for, though never from the owner: one call less where that is all. */
    private static void applyPermissions(Path path, Set<PosixFilePermission> permissions) throws IOException {
        if (!OWNER.containsAll(permissions)) {
            Files.setPosixFilePermissions(path, permissions);
        }
    }
}
