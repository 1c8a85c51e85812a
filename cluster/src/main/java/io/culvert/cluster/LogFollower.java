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

package io.culvert.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads a growing log for a text, each byte once.
 *
 * <p>Not thread-safe.
 */
final class LogFollower {

    private final Path file;
    private final String text;
    private final StringBuilder unfinished = new StringBuilder();
    private long position;
    private boolean seen;

    private LogFollower(Path file, String text, long position) {
        this.file = file;
        this.text = text;
        this.position = position;
    }

    /** Follows {@code file} from its present end; it need not exist yet. */
    static LogFollower fromEnd(Path file, String text) {
        try {
            return new LogFollower(file, text, Files.exists(file) ? Files.size(file) : 0);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read: file=" + file, e);
        }
    }

    /** Reads what was added, and returns whether the text has been there so far. */
    boolean hasSeen() {
        if (!seen && Files.exists(file)) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                ByteBuffer added = ByteBuffer.allocate((int) Math.min(1 << 20, channel.size() - position));
                channel.read(added, position);
                position += added.position();
                unfinished.append(StandardCharsets.UTF_8.decode(added.flip()));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read: file=" + file, e);
            }
            seen = unfinished.indexOf(text) >= 0;
            unfinished.delete(0, Math.max(0, unfinished.length() - text.length()));
        }
        return seen;
    }
}
