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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FileSystemSettingsTest {

    @Test
    void defaultsToPrivateFilesWithoutFsync() {
        FileSystemSettings settings = FileSystemSettings.parse(Map.of("root", "/mnt/wal/./culvert", "other", "x"));

        assertThat(settings.root()).isEqualTo(Path.of("/mnt/wal/culvert"));
        assertThat(settings.fsync()).isFalse();
        assertThat(PosixFilePermissions.toString(settings.directoryPermissions()))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(settings.filePermissions())).isEqualTo("rw-------");
    }

    @Test
    void readsPermissionsInOctal() {
        FileSystemSettings settings = FileSystemSettings.parse(
                Map.of("root", "/mnt", "fsync", "true", "directory.permissions", "0751", "file.permissions", "664"));

        assertThat(settings.fsync()).isTrue();
        assertThat(PosixFilePermissions.toString(settings.directoryPermissions()))
                .isEqualTo("rwxr-x--x");
        assertThat(PosixFilePermissions.toString(settings.filePermissions())).isEqualTo("rw-rw-r--");
    }

    @ParameterizedTest
    @CsvSource({
        "root, relative/path",
        "root, ''",
        "fsync, perhaps",
        "directory.permissions, rwx",
        "directory.permissions, 0800",
        "directory.permissions, 0600",
        "file.permissions, 0070",
        "file.permissions, 01777",
    })
    void namesTheSettingThatIsWrongAndItsValue(String name, String value) {
        Map<String, String> configs = new HashMap<>(Map.of("root", "/mnt"));
        configs.put(name, value);

        assertThatThrownBy(() -> FileSystemSettings.parse(configs))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(name)
                .hasMessageContaining(value);
    }

    @Test
    void namesTheSettingThatIsMissing() {
        assertThatThrownBy(() -> FileSystemSettings.parse(Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"root\"");
    }

    @Test
    void isCheckedWithoutTouchingTheVolume() {
        Path missing = Path.of("/nonexistent/volume");
        try (FileSystemRemoteWalStorageManager manager = new FileSystemRemoteWalStorageManager()) {
            manager.configure(Map.of("root", missing.toString()));
        }

        assertThat(Files.exists(missing)).isFalse();
    }

    @Test
    void isReadOnce() {
        try (FileSystemRemoteWalStorageManager manager = new FileSystemRemoteWalStorageManager()) {
            assertThatThrownBy(() -> manager.get("a", 0, 1)).isInstanceOf(IllegalStateException.class);
            manager.configure(Map.of("root", "/nonexistent"));
            assertThatThrownBy(() -> manager.configure(Map.of("root", "/nonexistent")))
                    .isInstanceOf(IllegalStateException.class);
        }
    }
}
