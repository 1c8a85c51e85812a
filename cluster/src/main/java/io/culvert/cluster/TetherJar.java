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

package io.culvert.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Writes {@link Tether} as an agent's jar of one class. */
final class TetherJar {

    private static final String ENTRY = Tether.class.getName().replace('.', '/') + ".class";

    private TetherJar() {}

    static AgentJar write(Path file) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), Tether.class.getName());
        try (InputStream in = Tether.class.getResourceAsStream("/" + ENTRY)) {
            if (in == null) {
                throw new ClusterException("the class file is missing: name=" + ENTRY);
            }
            try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
                jar.putNextEntry(new JarEntry(ENTRY));
                in.transferTo(jar);
                jar.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the tether's jar: file=" + file, e);
        }
        return new AgentJar(file, "");
    }
}
