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

package io.culvert.core.store;

import io.culvert.api.RemoteWalStorageException;
import io.culvert.api.RetriableStorageException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Failures of a store as its own exceptions, whatever they come wrapped in. */
final class StoreFailures {

    private StoreFailures() {}

    /**
     * The store's own exception. Whatever else an implementation fails with says nothing that could be relied on: it is
     * retriable.
     */
    static RemoteWalStorageException unwrap(String what, Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof RemoteWalStorageException own) {
            return own;
        }
        String reason = cause instanceof CancellationException ? "the store gave it up" : cause.toString();
        return new RetriableStorageException(what + " reason=" + reason, cause);
    }
}
