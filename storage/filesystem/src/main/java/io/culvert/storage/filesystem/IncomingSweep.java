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

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes files that a process which died left behind before they became objects. Ages are told by the volume's own clock:
 * by when it says that a file was made just now. Blocks for the volume.
 */
final class IncomingSweep implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(IncomingSweep.class);

    private final ObjectTree tree;
    private final long maxAgeMs;

    IncomingSweep(ObjectTree tree, long maxAgeMs) {
        this.tree = tree;
        this.maxAgeMs = maxAgeMs;
    }

    @Override
    public void run() {
        try {
            int removed = sweep();
            if (removed > 0) {
                LOG.info("removed files that never became objects: directory={} count={}", tree.incoming(), removed);
            }
        } catch (Exception e) { // the thread's entry: the next sweep tries again
            LOG.warn(
                    "could not sweep files that never became objects: directory={} reason={}",
                    tree.incoming(),
                    e.toString());
        }
    }

    /** Removes what is too old and says how much that was. */
    int sweep() throws Exception {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(tree.incoming())) {
            entries.forEach(files::add);
        } catch (NoSuchFileException e) {
            return 0;
        }
        if (files.isEmpty()) {
            return 0;
        }
        long nowMs = volumeTimeMs();
        int removed = 0;
        for (Path file : files) {
            if (isOlderThan(nowMs - maxAgeMs, file) && Files.deleteIfExists(file)) {
                removed++;
            }
        }
        return removed;
    }

    private static boolean isOlderThan(long timeMs, Path file) throws IOException {
        try {
            FileTime modified = Files.getLastModifiedTime(file);
            return modified.toMillis() < timeMs;
        } catch (NoSuchFileException e) {
            return false; // became an object, or was removed, meanwhile
        }
    }

    private long volumeTimeMs() throws Exception {
        Path probe = tree.createIncoming();
        try {
            return Files.getLastModifiedTime(probe).toMillis();
        } finally {
            Files.deleteIfExists(probe);
        }
    }
}
