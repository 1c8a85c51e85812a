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

import io.culvert.api.InvalidStorageException;
import io.culvert.api.RemoteWalStorageException;
import io.culvert.api.RetriableStorageException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a failure of the file system means to the caller. What no row knows may pass by itself: it is retriable.
 *
 * <p>The JDK has exception types for few error numbers; for the others it passes on the text of strerror(3), which is in
 * English unless the broker runs under another locale. A row that does not match there costs a good message, no more.
 */
final class FailureTable {

    private static final List<Row> ROWS = List.of(
            new Row(type(ClosedByInterruptException.class), true, "the store was closed meanwhile"),
            new Row(type(NoSuchFileException.class), true, "a directory is missing"),
            new Row(type(AccessDeniedException.class), false, "access is denied"),
            new Row(text("Read-only file system"), false, "the volume is read-only"),
            new Row(text("No space left on device"), true, "the volume is full"),
            new Row(text("Disk quota exceeded"), true, "the volume's quota is used up"),
            new Row(text("Stale file handle"), true, "the mount is stale"),
            new Row(text("File name too long"), false, "the key is too long for the volume"),
            new Row(text("Not a directory"), false, "a part of the path is a file"),
            new Row(text("Operation not permitted"), false, "the volume has no hard links or no such permissions"),
            new Row(text("Operation not supported"), false, "the volume has no hard links or no such permissions"));

    private FailureTable() {}

    /**
     * The store's own exception for a failure of the file system; one that is a store's own already is returned as it is.
     *
     * @param what what failed and for what, such as {@code put failed: key=a/b}
     */
    static RemoteWalStorageException explain(String what, Throwable failure) {
        if (failure instanceof RemoteWalStorageException ours) {
            return ours;
        }
        for (Row row : ROWS) {
            if (row.matches().test(failure)) {
                String message = what + " reason=" + row.meaning();
                return row.retriable()
                        ? new RetriableStorageException(message, failure)
                        : new InvalidStorageException(message, failure);
            }
        }
        return new RetriableStorageException(what + " reason=" + failure, failure);
    }

    private static Predicate<Throwable> type(Class<? extends Throwable> type) {
        return type::isInstance;
    }

    private static Predicate<Throwable> text(String part) {
        return failure -> failure.getMessage() != null && failure.getMessage().contains(part);
    }

    private record Row(Predicate<Throwable> matches, boolean retriable, String meaning) {}
}
