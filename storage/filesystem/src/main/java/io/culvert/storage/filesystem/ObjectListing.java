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

import io.culvert.api.KeySyntax;
import io.culvert.api.ObjectPage;
import io.culvert.api.ObjectSummary;
import io.culvert.api.RemoteWalStorageException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * Lists objects in the order of their path, directory by directory, and goes on behind the last key of the page before. A
 * page looks into no directory that lies wholly before it. Symbolic links are not followed. Thread-safe; blocks for the
 * volume.
 */
final class ObjectListing {

    private final ObjectTree tree;
    private final int pageSize;

    ObjectListing(ObjectTree tree, int pageSize) {
        this.tree = tree;
        this.pageSize = pageSize;
    }

    ObjectPage list(String prefix, Optional<String> continuation, BooleanSupplier unwanted)
            throws IOException, RemoteWalStorageException {
        KeySyntax.requirePrefix(prefix);
        tree.requireRoot();
        Path start = tree.path(prefix);
        Page page = new Page(unwanted);
        if (continuation.isPresent()) {
            KeySyntax.requireKey(continuation.get());
            Path last = tree.path(continuation.get());
            page.visit(start, last.startsWith(start) ? segments(start.relativize(last)) : List.of());
        } else {
            page.visit(start, List.of());
        }
        return page.end();
    }

    private static List<String> segments(Path path) {
        List<String> segments = new ArrayList<>();
        path.forEach(segment -> segments.add(segment.toString()));
        return segments;
    }

    private final class Page {

        private final BooleanSupplier unwanted;
        private final List<ObjectSummary> objects = new ArrayList<>();
        private boolean full;

        Page(BooleanSupplier unwanted) {
            this.unwanted = unwanted;
        }

        /** Adds what lies in {@code directory} behind the path {@code after}; empty for all. */
        void visit(Path directory, List<String> after) throws IOException {
            for (String name : names(directory)) {
                int order = after.isEmpty() ? 1 : name.compareTo(after.get(0));
                if (order < 0) {
                    continue;
                }
                add(directory.resolve(name), order > 0, order > 0 ? List.of() : after.subList(1, after.size()));
                if (full) {
                    return;
                }
            }
        }

        private void add(Path path, boolean isBehind, List<String> after) throws IOException {
            BasicFileAttributes attributes;
            try {
                attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            } catch (NoSuchFileException e) {
                return; // deleted meanwhile
            }
            if (attributes.isDirectory()) {
                visit(path, after);
            } else if (attributes.isRegularFile() && isBehind) {
                if (objects.size() == pageSize) {
                    full = true;
                    return;
                }
                objects.add(new ObjectSummary(
                        tree.key(path),
                        attributes.size(),
                        attributes.lastModifiedTime().toMillis()));
            }
        }

        private List<String> names(Path directory) throws IOException {
            if (unwanted.getAsBoolean()) {
                throw new CancellationException("nobody waits for the listing any more");
            }
            List<String> names = new ArrayList<>();
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path entry : entries) {
                    String name = String.valueOf(entry.getFileName());
                    if (ObjectTree.isSegment(name)) {
                        names.add(name);
                    }
                }
            } catch (NoSuchFileException | NotDirectoryException e) {
                return List.of(); // deleted meanwhile, or nothing lies under the prefix
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
            names.sort(null);
            return names;
        }

        ObjectPage end() {
            return new ObjectPage(
                    objects, full ? Optional.of(objects.get(objects.size() - 1).key()) : Optional.empty());
        }
    }
}
