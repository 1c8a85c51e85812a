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

package io.culvert.broker.runtime;

import io.culvert.api.RemoteWalStorageManager;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A configured storage manager with the class loader that it came from.
 *
 * @param manager the storage manager
 * @param loader its own class loader, null if it came from the agent's
 */
record LoadedStorageManager(
        RemoteWalStorageManager manager, @Nullable ChildFirstClassLoader loader) implements Closeable {

    @Override
    public void close() throws IOException {
        try {
            manager.close();
        } finally {
            if (loader != null) {
                loader.close();
            }
        }
    }
}
