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
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Writes the jar that every child process loads as an agent: {@link Tether}, and {@link NodeFormat} for those that format.
 */
final class ChildJar {

    private static final List<Class<?>> CLASSES = List.of(Tether.class, NodeFormat.class);

    private ChildJar() {}

    static AgentJar write(Path file) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), Tether.class.getName());
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (Class<?> type : CLASSES) {
                add(type, jar);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the jar of child processes: file=" + file, e);
        }
        return new AgentJar(file, "");
    }

    private static void add(Class<?> type, JarOutputStream jar) throws IOException {
        String entry = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getResourceAsStream("/" + entry)) {
            if (in == null) {
                throw new ClusterException("a class file is missing: name=" + entry);
            }
            jar.putNextEntry(new JarEntry(entry));
            in.transferTo(jar);
            jar.closeEntry();
        }
    }
}
