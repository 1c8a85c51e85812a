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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.kafka.common.config.ConfigDef;

/** Writes {@code docs/configs.md} from the definitions of the settings. */
public final class ConfigDocs {

    private ConfigDocs() {}

    /**
     * Writes the page.
     *
     * @param arguments the file to write
     * @throws IOException if it cannot be written
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("expected the file to write: arguments=" + List.of(arguments));
        }
        Files.writeString(Path.of(arguments[0]), page());
    }

    static String page() {
        ConfigDef topics = new ConfigDef();
        TopicWalSettings.define(topics);
        StringBuilder page = new StringBuilder("""
                # Settings

                Generated from the code by `io.culvert.core.config.ConfigDocs`; do not edit.

                ## Topics

                Set per topic, with `kafka-topics --config`, `kafka-configs` or any Admin client. Brokers and controllers
                need the agent before the first topic has one of them.

                """);
        settings(topics, page, false);
        page.append("""
                ## Brokers

                Set in `server.properties`. Those marked *dynamic* can also be changed at run time with `kafka-configs`,
                for one broker or, with `--entity-default`, for all. The agent's argument may name a file with defaults
                for any of them.

                """);
        settings(WalConfigDef.definition(), page, true);
        page.append("""
                ### The plug-in's own settings

                Everything that begins with `rwsm.config.`, or with what `remote.wal.storage.manager.impl.prefix` says, is
                given to the store's plug-in without that prefix.
                """);
        return page.toString();
    }

    private static void settings(ConfigDef definition, StringBuilder page, boolean brokers) {
        definition.configKeys().values().stream()
                .sorted(Comparator.comparing((ConfigDef.ConfigKey key) -> key.importance)
                        .thenComparing(key -> key.name))
                .forEach(key -> setting(key, page, brokers));
    }

    private static void setting(ConfigDef.ConfigKey key, StringBuilder page, boolean brokers) {
        page.append("### `").append(key.name).append("`\n\n");
        page.append(key.documentation.replaceAll("</?code>", "`")).append("\n\n");
        page.append("- Type: ").append(key.type.name().toLowerCase(Locale.ROOT)).append('\n');
        page.append("- Default: ").append(defaultOf(key)).append('\n');
        if (key.validator != null) {
            page.append("- Valid: ").append(key.validator).append('\n');
        }
        page.append("- Importance: ")
                .append(key.importance.name().toLowerCase(Locale.ROOT))
                .append('\n');
        if (brokers) {
            page.append("- Dynamic: ")
                    .append(WalConfigDef.RECONFIGURABLE.contains(key.name) ? "yes" : "no, needs a restart")
                    .append('\n');
        }
        page.append('\n');
    }

    private static String defaultOf(ConfigDef.ConfigKey key) {
        String text = ConfigDef.convertToString(key.defaultValue, key.type);
        if (text == null) {
            return "unset";
        }
        return text.isEmpty() ? "empty" : "`" + text + "`";
    }
}
