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

package io.culvert.broker.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DefaultsFileTest {

    @TempDir
    private Path folder;

    @Test
    void readsOurSettingsAndThePlugins() throws IOException {
        Path file = write("# defaults\nremote.wal.paused=true\nrwsm.config.root = /tmp/ö\n");

        assertThat(DefaultsFile.read(file))
                .isEqualTo(Map.of("remote.wal.paused", "true", "rwsm.config.root", "/tmp/ö"));
    }

    @Test
    void refusesWhatIsNoBrokerSettingOfOurs() throws IOException {
        Path file = write("node.id=1\nremote.wal.enable=true\nremote.wal.paused=true\n");

        assertThatThrownBy(() -> DefaultsFile.read(file))
                .hasMessageContaining("names=[node.id, remote.wal.enable]")
                .hasMessageContaining("file=" + file);
    }

    @Test
    void refusesAFileThatIsNotThere() {
        Path file = folder.resolve("missing");

        assertThatThrownBy(() -> DefaultsFile.read(file))
                .hasMessageContaining("defaults cannot be read: file=" + file)
                .hasMessageContaining("NoSuchFile");
    }

    @Test
    void refusesAFileThatIsNoText() throws IOException {
        Path file = folder.resolve("defaults");
        Files.write(file, new byte[] {'a', '=', (byte) 0xff, (byte) 0xfe});

        assertThatThrownBy(() -> DefaultsFile.read(file)).hasMessageContaining("defaults cannot be read");
        assertThatThrownBy(() -> DefaultsFile.read(folder)).hasMessageContaining("defaults cannot be read");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("defaults"), text);
    }
}
