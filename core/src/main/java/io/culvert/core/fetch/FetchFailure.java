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

package io.culvert.core.fetch;

import io.culvert.api.CorruptObjectException;
import io.culvert.api.InvalidStorageException;
import io.culvert.api.ObjectNotFoundException;
import java.util.concurrent.CompletionException;

/** Why a partition's sections could not be had from the store. Each sends the partition over the wire. */
public enum FetchFailure {
    /** The store did not answer within its deadline, or said that it is busy or away. */
    UNAVAILABLE,
    /** The object is gone. */
    MISSING,
    /** The bytes or the reference contradict themselves: length, CRC-32C, offsets, epochs. */
    CORRUPT,
    /** The reference asks for more than this broker is ready to read. */
    UNACCEPTABLE,
    /** The store denies the read. */
    REFUSED;

    /** Whether it says something about the store as a whole rather than about one object. */
    boolean isStoreWide() {
        return this == UNAVAILABLE || this == REFUSED;
    }

    static FetchFailure of(Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof ObjectNotFoundException) {
            return MISSING;
        }
        if (cause instanceof CorruptObjectException) {
            return CORRUPT;
        }
        return cause instanceof InvalidStorageException ? REFUSED : UNAVAILABLE;
    }
}
