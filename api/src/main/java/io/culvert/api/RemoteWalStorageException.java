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

package io.culvert.api;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A store operation failed; the subclass says what to do about it.
 *
 * <ul>
 *   <li>{@link RetriableStorageException}: the store is slow, busy or away; back off, retry within a deadline, then fall
 *       back.
 *   <li>{@link ObjectExistsException}: a create met an object under its key; read it to learn whose it is.
 *   <li>{@link ObjectNotFoundException}, {@link CorruptObjectException}: never serve it, count it, fall back.
 *   <li>{@link InvalidStorageException}: a setting or call is wrong; retrying cannot help.
 * </ul>
 */
public abstract class RemoteWalStorageException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    protected RemoteWalStorageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
