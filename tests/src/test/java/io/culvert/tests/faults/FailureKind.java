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

import io.culvert.api.CorruptObjectException;
import io.culvert.api.InvalidStorageException;
import io.culvert.api.ObjectNotFoundException;
import io.culvert.api.RetriableStorageException;

/** What a call fails with. */
public enum FailureKind {
    RETRIABLE {
        @Override
        Throwable failure(String what) {
            return new RetriableStorageException(what);
        }
    },
    INVALID {
        @Override
        Throwable failure(String what) {
            return new InvalidStorageException(what);
        }
    },
    NOT_FOUND {
        @Override
        Throwable failure(String what) {
            return new ObjectNotFoundException(what);
        }
    },
    CORRUPT {
        @Override
        Throwable failure(String what) {
            return new CorruptObjectException(what);
        }
    },
    /** An {@link Error} out of the call itself, as an exhausted heap causes. */
    ERROR {
        @Override
        Throwable failure(String what) {
            return new OutOfMemoryError(what);
        }
    };

    abstract Throwable failure(String what);
}
