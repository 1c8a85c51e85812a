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

import io.culvert.api.RemoteWalStorageManager;
import io.culvert.core.config.WalConfig;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class JoinPointsTest {

    private static final Path LIST =
            Path.of("src/main/resources/io/culvert/broker/agent").resolve(JoinPoints.RESOURCE);

    private static final String HEADER = """
            # Every Kafka class, method and field that Culvert touches, beside the public API of its clients: what is woven, and
            # what our classes link to.
            # Generated; after a change of the code run: mvn -pl broker -am test -Dtest=JoinPointsTest \\
            #     -Dsurefire.failIfNoSpecifiedTests=false -Dculvert.update=true
            # The agent checks this list at start, and the tests check it against the jars of every supported Kafka.
            """;

    static Stream<String> versions() {
        return KafkaJars.VERSIONS.stream();
    }

    @Test
    void listsExactlyWhatTheClassesTouch() throws IOException {
        StringBuilder text = new StringBuilder(HEADER);
        touched().stream()
                .filter(KafkaSymbol::isInternal)
                .forEach(symbol -> text.append(symbol).append('\n'));
        if (Boolean.getBoolean("culvert.update")) {
            Files.createDirectories(LIST.getParent());
            Files.writeString(LIST, text);
        }
        assertThat(text.toString())
                .as("the list is out of date; its head says how to write it anew")
                .isEqualTo(Files.readString(LIST));
    }

    @ParameterizedTest
    @MethodSource("versions")
    void everySymbolIsInKafka(String version) throws IOException {
        KafkaJars kafka = new KafkaJars(version);
        try (URLClassLoader loader = kafka.classLoader()) {
            assertThat(new JoinPoints(touched()).missing(kafka.line(), ClassFileLocator.ForClassLoader.of(loader)))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("versions")
    void namesWhatIsMissing(String version) throws IOException {
        KafkaJars kafka = new KafkaJars(version);
        Set<KafkaSymbol> symbols = new TreeSet<>();
        for (String line : List.of(
                "kafka.cluster.NoSuchClass",
                "kafka.cluster.NoSuchClass member()V",
                "kafka.cluster.Partition noSuchMethod()V",
                "kafka.cluster.Partition isLeader()I",
                "kafka.cluster.Partition noSuchField:I",
                "kafka.server.ReplicaFetcherThread <init>()V",
                "[4.2] kafka.cluster.Partition onlyElsewhere()V",
                "kafka.cluster.Partition isLeader()Z",
                "kafka.server.ReplicaFetcherThread initiateShutdown()Z")) {
            symbols.add(KafkaSymbol.parse(line));
        }
        try (URLClassLoader loader = kafka.classLoader()) {
            assertThat(new JoinPoints(symbols).missing(kafka.line(), ClassFileLocator.ForClassLoader.of(loader)))
                    .map(KafkaSymbol::toString)
                    .containsExactly(
                            "kafka.cluster.NoSuchClass",
                            "kafka.cluster.NoSuchClass member()V",
                            "kafka.cluster.Partition isLeader()I",
                            "kafka.cluster.Partition noSuchField:I",
                            "kafka.cluster.Partition noSuchMethod()V",
                            "kafka.server.ReplicaFetcherThread <init>()V");
        }
    }

    @Test
    void symbolsAreReadAsTheyAreWritten() {
        for (String line : List.of(
                "kafka.cluster.Partition",
                "kafka.cluster.Partition isLeader()Z",
                "[4.4] kafka.cluster.Partition logManager:Lorg/apache/kafka/storage/internals/log/LogManager;",
                "[4.3] kafka.cluster.Partition <init>(I[Ljava/lang/String;)V")) {
            assertThat(KafkaSymbol.parse(line)).hasToString(line);
        }
    }

    /** What is woven, in every version, and what the classes in the agent's jar link to. */
    private static Set<KafkaSymbol> touched() throws IOException {
        KafkaReferences references = new KafkaReferences();
        references.addAllBeside(RemoteWalStorageManager.class);
        references.addAllBeside(WalConfig.class);
        references.addAllBeside(Weaving.class);
        Set<KafkaSymbol> symbols = new TreeSet<>(references.symbols());
        List<List<KafkaSymbol>> woven = new ArrayList<>();
        for (String version : KafkaJars.VERSIONS) {
            woven.add(woven(version));
        }
        for (int i = 0; i < woven.size(); i++) {
            String line = new KafkaJars(KafkaJars.VERSIONS.get(i)).line();
            for (KafkaSymbol symbol : woven.get(i)) {
                boolean everywhere = woven.stream().allMatch(list -> list.contains(symbol));
                symbols.add(everywhere ? symbol : symbol.onlyIn(line));
            }
        }
        return symbols;
    }

    private static List<KafkaSymbol> woven(String version) throws IOException {
        List<KafkaSymbol> symbols = new ArrayList<>();
        try (URLClassLoader loader = new KafkaJars(version).classLoader()) {
            TypePool types = TypePool.Default.of(loader);
            for (Weaving weaving : Weaving.all()) {
                TypeDescription type = types.describe(weaving.className()).resolve();
                symbols.add(KafkaSymbol.type(weaving.className()));
                for (WovenMethod method : weaving.methods()) {
                    type.getDeclaredMethods().stream()
                            .filter(candidate -> matches(method, candidate))
                            .forEach(found -> symbols.add(KafkaSymbol.member(
                                    weaving.className(), found.getInternalName(), found.getDescriptor())));
                }
                for (String name : weaving.fields()) {
                    Optional<String> descriptor = type.getDeclaredFields().stream()
                            .filter(field -> field.getName().equals(name))
                            .map(field -> field.getDescriptor())
                            .findFirst();
                    descriptor.ifPresent(found -> symbols.add(KafkaSymbol.member(weaving.className(), name, found)));
                }
            }
        }
        return symbols;
    }

    private static boolean matches(WovenMethod method, MethodDescription.InDefinedShape candidate) {
        return method.matches(
                candidate.getInternalName(),
                candidate.getReturnType().asErasure().getName(),
                candidate.getParameters().asTypeList().asErasures().stream()
                        .map(TypeDefinition::getTypeName)
                        .toList());
    }
}
