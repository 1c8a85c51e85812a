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

import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.api.InvalidStorageException;
import io.culvert.api.ObjectNotFoundException;
import io.culvert.api.RemoteWalStorageException;
import io.culvert.api.RetriableStorageException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class FailureTableTest {

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new IOException("No space left on device"), RetriableStorageException.class, "full"),
                Arguments.of(new IOException("Disk quota exceeded"), RetriableStorageException.class, "quota"),
                Arguments.of(
                        new FileSystemException("/f", null, "Stale file handle"),
                        RetriableStorageException.class,
                        "stale"),
                Arguments.of(
                        new FileSystemException("/f", null, "Read-only file system"),
                        InvalidStorageException.class,
                        "read-only"),
                Arguments.of(new AccessDeniedException("/f"), InvalidStorageException.class, "denied"),
                Arguments.of(
                        new FileSystemException("/f", null, "File name too long"),
                        InvalidStorageException.class,
                        "too long"),
                Arguments.of(
                        new FileSystemException("/f", null, "Not a directory"),
                        InvalidStorageException.class,
                        "a file"),
                Arguments.of(
                        new FileSystemException("/a", "/b", "Operation not permitted"),
                        InvalidStorageException.class,
                        "hard links"),
                Arguments.of(new NoSuchFileException("/f"), RetriableStorageException.class, "missing"),
                Arguments.of(new ClosedByInterruptException(), RetriableStorageException.class, "closed"),
                Arguments.of(new IOException("Input/output error"), RetriableStorageException.class, "Input/output"),
                Arguments.of(new OutOfMemoryError("heap"), RetriableStorageException.class, "heap"),
                Arguments.of(new IOException(), RetriableStorageException.class, "IOException"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void saysWhatToDoAndWhy(Throwable failure, Class<?> type, String part) {
        RemoteWalStorageException explained = FailureTable.explain("put failed: key=a/b", failure);

        assertThat(explained).isInstanceOf(type).hasCause(failure);
        assertThat(explained)
                .hasMessageStartingWith("put failed: key=a/b reason=")
                .hasMessageContaining(part);
    }

    @Test
    void leavesTheStoresOwnFailuresAlone() {
        ObjectNotFoundException own = new ObjectNotFoundException("no such object: key=a");

        assertThat(FailureTable.explain("get failed", own)).isSameAs(own);
    }
}
