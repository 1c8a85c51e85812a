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

import io.culvert.cli.CliFailure;
import io.culvert.cli.ExitStatus;
import io.culvert.core.format.RangeSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** An object in a file. Owned by one thread. */
final class FileObject implements RangeSource, AutoCloseable {

    private final FileChannel channel;
    private final long sizeBytes;

    private FileObject(FileChannel channel, long sizeBytes) {
        this.channel = channel;
        this.sizeBytes = sizeBytes;
    }

    /** Opens the file that an argument names. */
    static FileObject open(String location) throws CliFailure {
        Path file = FileLocation.parse(location);
        if (Files.isDirectory(file)) {
            throw new CliFailure(ExitStatus.UNREADABLE, "not an object but a directory: object=" + location);
        }
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            return new FileObject(channel, channel.size());
        } catch (NoSuchFileException e) {
            throw new CliFailure(ExitStatus.UNREADABLE, "no such file: object=" + location, e);
        } catch (AccessDeniedException e) {
            throw new CliFailure(ExitStatus.UNREADABLE, "access denied: object=" + location, e);
        } catch (IOException e) {
            throw new CliFailure(
                    ExitStatus.UNREADABLE, "cannot open file: object=" + location + " reason=" + e.getMessage(), e);
        }
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public ByteBuffer read(long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, position + bytes.position()) < 0) {
                throw new EOFException(
                        "file was cut short while it was read: position=" + position + " length=" + length);
            }
        }
        return bytes.flip();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
