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

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.MethodRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;
import net.bytebuddy.utility.OpenedClassReader;

/** Collects the Kafka classes, methods and fields that compiled classes refer to. */
final class KafkaReferences {

    private static final List<String> KAFKA = List.of("kafka/", "org/apache/kafka/");

    private final Set<KafkaSymbol> symbols = new TreeSet<>();

    /** Adds what all classes refer to that come from the same jar or folder as {@code type}. */
    void addAllBeside(Class<?> type) throws IOException {
        Path location;
        try {
            location = Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        if (Files.isDirectory(location)) {
            addTree(location);
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(location)) {
                addTree(jar.getPath("/"));
            }
        }
    }

    Set<KafkaSymbol> symbols() {
        return symbols;
    }

    private void addTree(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            files.filter(file -> file.toString().endsWith(".class")).forEach(file -> {
                try {
                    add(Files.readAllBytes(file));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private void add(byte[] classFile) {
        new ClassReader(classFile).accept(new Collector(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }

    private void addType(String internalName) {
        if (isKafka(internalName)) {
            symbols.add(KafkaSymbol.type(internalName.replace('/', '.')));
        }
    }

    private void addMember(String owner, String name, String descriptor) {
        if (isKafka(owner)) {
            symbols.add(KafkaSymbol.member(owner.replace('/', '.'), name, descriptor));
        }
    }

    private static boolean isKafka(String internalName) {
        return KAFKA.stream().anyMatch(internalName::startsWith);
    }

    /** Sees every name that a class file mentions, as if it were to be renamed. */
    private final class Collector extends ClassRemapper {

        private Collector() {
            super(OpenedClassReader.ASM_API, new ClassVisitor(OpenedClassReader.ASM_API) {}, new Types());
        }

        @Override
        protected MethodVisitor createMethodRemapper(MethodVisitor next) {
            return new MethodRemapper(OpenedClassReader.ASM_API, next, remapper) {
                @Override
                public void visitMethodInsn(
                        int opcode, String owner, String name, String descriptor, boolean isInterface) {
                    addMember(owner, name, descriptor);
                    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                }

                @Override
                public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
                    addMember(owner, name, descriptor);
                    super.visitFieldInsn(opcode, owner, name, descriptor);
                }

                @Override
                public void visitInvokeDynamicInsn(
                        String name, String descriptor, Handle bootstrap, Object... arguments) {
                    for (Object argument : arguments) {
                        if (argument instanceof Handle handle) {
                            addMember(handle.getOwner(), handle.getName(), handle.getDesc());
                        }
                    }
                    super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
                }
            };
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            super.visitMethod(access, name, descriptor, signature, exceptions);
            return createMethodRemapper(new MethodVisitor(OpenedClassReader.ASM_API) {});
        }
    }

    /** Sees the names of types. */
    private final class Types extends Remapper {

        private Types() {
            super(OpenedClassReader.ASM_API);
        }

        @Override
        public String map(String internalName) {
            addType(internalName);
            return internalName;
        }
    }
}
