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

package io.culvert.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigDocsTest {

    @Test
    void pageInTheRepositoryIsUpToDate() throws IOException {
        Path page = Path.of(System.getProperty("culvert.home"), "docs", "configs.md");
        if (Boolean.getBoolean("culvert.update")) {
            ConfigDocs.main(new String[] {page.toString()});
        }
        assertThat(page)
                .as("write it anew with: mvn -pl core -am test -Dtest=ConfigDocsTest -Dculvert.update=true")
                .hasContent(ConfigDocs.page());
    }

    @Test
    void everySettingIsOnThePage(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("configs.md");
        ConfigDocs.main(new String[] {page.toString()});
        assertThat(Files.readString(page))
                .contains(WalConfigDef.definition().names().stream()
                        .map(name -> "### `" + name + "`")
                        .toList())
                .contains("### `remote.wal.enable`", "### `remote.wal.durability`");
    }

    @Test
    void needsTheFileToWrite() {
        assertThatThrownBy(() -> ConfigDocs.main(new String[0])).hasMessageContaining("expected the file");
    }
}
