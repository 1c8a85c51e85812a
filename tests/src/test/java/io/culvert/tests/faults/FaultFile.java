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

package io.culvert.tests.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The file through which a test tells the brokers' plug-ins what is to go wrong, one fault a line.
 *
 * <p>It is replaced as a whole, and seen by the next call on every broker. Thread-safe.
 */
final class FaultFile {

    private final Path file;
    private @Nullable Object versionRead;
    private List<StoreFault> faults = List.of();

    FaultFile(Path file) {
        this.file = file;
    }

    void write(List<StoreFault> newFaults) {
        try {
            Path next = Files.createTempFile(file.toAbsolutePath().getParent(), "faults", ".next");
            Files.write(next, newFaults.stream().map(StoreFault::line).toList());
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the faults: file=" + file, e);
        }
    }

    /** Returns the fault that befalls a call now, or null. */
    synchronized @Nullable StoreFault find(int node, StoreOperation operation) {
        try {
            Object version = Files.readAttributes(file, "unix:ino,ctime");
            if (!Objects.equals(version, versionRead)) {
                faults =
                        Files.readAllLines(file).stream().map(StoreFault::parse).toList();
                versionRead = version;
            }
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the faults: file=" + file, e);
        }
        return faults.stream()
                .filter(fault -> fault.befalls(node, operation))
                .findFirst()
                .orElse(null);
    }
}
