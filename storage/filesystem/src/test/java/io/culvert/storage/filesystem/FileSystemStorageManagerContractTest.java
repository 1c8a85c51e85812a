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

import io.culvert.api.RemoteWalStorageManager;
import io.culvert.api.StorageManagerContract;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

final class FileSystemStorageManagerContractTest extends StorageManagerContract {

    @TempDir
    private Path root;

    @Override
    protected RemoteWalStorageManager open() {
        FileSystemRemoteWalStorageManager manager = new FileSystemRemoteWalStorageManager();
        manager.configure(Map.of(FileSystemSettings.ROOT, root.toString()));
        return manager;
    }
}
