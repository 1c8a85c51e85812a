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

package io.culvert.core.loop;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What made a future fail, without the wrappers that futures put around it. */
public final class AsyncFailure {

    private AsyncFailure() {}

    /** The cause of {@code failure}; the failure itself unless it is a wrapper. */
    public static Throwable causeOf(Throwable failure) {
        Throwable cause = failure;
        @Nullable Throwable next = cause;
        while (next != null) {
            cause = next;
            boolean isWrapper = cause instanceof CompletionException || cause instanceof ExecutionException;
            next = isWrapper ? cause.getCause() : null;
        }
        return cause;
    }
}
