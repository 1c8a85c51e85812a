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

import io.culvert.core.config.WalConfig;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/** The file with defaults for broker settings that the agent is given as its argument. */
final class DefaultsFile {

    private DefaultsFile() {}

    /**
     * Reads a file of defaults.
     *
     * @param file Java properties in UTF-8
     * @return its settings by name
     * @throws IllegalArgumentException if it cannot be read or sets what is no broker setting
     */
    static Map<String, String> read(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException("defaults cannot be read: file=" + file + " cause=" + e, e);
        }
        Map<String, String> defaults = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> defaults.put(name, properties.getProperty(name)));
        Set<String> foreign = WalConfig.foreignNames(defaults);
        if (!foreign.isEmpty()) {
            throw new IllegalArgumentException("defaults hold unknown settings: file=" + file + " names=" + foreign
                    + " allowed=broker settings of Culvert and of its store's plug-in");
        }
        return defaults;
    }
}
