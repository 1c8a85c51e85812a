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

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/**
 * The list of every Kafka class, method and field that Culvert touches, beside the public API of Kafka's clients: what
 * it weaves and what its classes link to.
 *
 * <p>The list is the resource {@value #RESOURCE}. A test keeps it equal to what the compiled classes say, and checks it
 * against the jars of every supported Kafka; the agent checks it against the running one.
 */
final class JoinPoints {

    static final String RESOURCE = "kafka-symbols.txt";

    private final Set<KafkaSymbol> symbols;

    JoinPoints(Set<KafkaSymbol> symbols) {
        this.symbols = new TreeSet<>(symbols);
    }

    /**
     * Reads the list that is built into the agent.
     *
     * @throws IllegalStateException if it is not there
     */
    static JoinPoints load() {
        try (InputStream in = JoinPoints.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the agent jar is incomplete: missing resource=" + RESOURCE);
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            Set<KafkaSymbol> symbols = new TreeSet<>();
            lines.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> symbols.add(KafkaSymbol.parse(line)));
            return new JoinPoints(symbols);
        } catch (IOException e) {
            throw new IllegalStateException("the agent jar cannot be read: resource=" + RESOURCE, e);
        }
    }

    Set<KafkaSymbol> symbols() {
        return symbols;
    }

    /**
     * Looks for every symbol of a Kafka.
     *
     * @param versionLine the Kafka's line of versions, such as {@code 4.4}
     * @param classFiles finds its class files; nothing is loaded
     * @return the symbols that it lacks
     */
    List<KafkaSymbol> missing(String versionLine, ClassFileLocator classFiles) {
        TypePool types = TypePool.Default.of(classFiles);
        List<KafkaSymbol> missing = new ArrayList<>();
        for (KafkaSymbol symbol : symbols) {
            if (symbol.isIn(versionLine) && !isThere(symbol, types)) {
                missing.add(symbol);
            }
        }
        return missing;
    }

    private static boolean isThere(KafkaSymbol symbol, TypePool types) {
        TypePool.Resolution resolution = types.describe(symbol.owner());
        return resolution.isResolved() && (symbol.isType() || declaresOrInherits(symbol, resolution.resolve()));
    }

    private static boolean declaresOrInherits(KafkaSymbol symbol, TypeDefinition type) {
        if (declares(symbol, type.asErasure())) {
            return true;
        }
        if (symbol.member().startsWith("<")) {
            return false;
        }
        TypeDefinition superClass = type.getSuperClass();
        return (superClass != null && declaresOrInherits(symbol, superClass.asErasure()))
                || type.getInterfaces().stream().anyMatch(each -> declaresOrInherits(symbol, each.asErasure()));
    }

    private static boolean declares(KafkaSymbol symbol, TypeDescription type) {
        if (symbol.isMethod()) {
            return type.getDeclaredMethods().stream()
                    .anyMatch(method -> method.getInternalName().equals(symbol.member())
                            && method.getDescriptor().equals(symbol.descriptor()));
        }
        return type.getDeclaredFields().stream()
                .anyMatch(field -> field.getName().equals(symbol.member())
                        && field.getDescriptor().equals(symbol.descriptor()));
    }
}
