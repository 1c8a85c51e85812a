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

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import net.bytebuddy.asm.Advice;
import org.junit.jupiter.api.Test;

final class KafkaWeaverTest {

    private static final String PARTITION = "kafka/cluster/Partition";

    private final KafkaWeaver weaver = new KafkaWeaver(Weaving.all());

    @Test
    void leavesAllOtherClassesAlone() throws IOException {
        assertThat(transform(weaver, "kafka/cluster/PartitionListener")).isNull();
        assertThat(transform(weaver, null)).isNull();
        assertThat(weaver.woven()).isEmpty();
        assertThat(weaver.problems()).isEmpty();
    }

    @Test
    void weavesAndRemembersIt() throws IOException {
        assertThat(transform(weaver, PARTITION)).isNotNull();
        assertThat(weaver.woven()).containsExactly("kafka.cluster.Partition");
        assertThat(weaver.problems()).isEmpty();
    }

    @Test
    void aClassLoaderThatCannotSeeTheHooksIsAProblem() throws IOException {
        byte[] woven = weaver.transform(
                null, ClassLoader.getPlatformClassLoader(), PARTITION, null, null, classFile(PARTITION));

        assertThat(woven).isNull();
        assertThat(weaver.problems()).singleElement().asString().contains("HookRegistry");
    }

    @Test
    void aClassFileThatCannotBeReadIsAProblem() {
        assertThat(weaver.transform(null, ownLoader(), PARTITION, null, null, new byte[] {1, 2, 3}))
                .isNull();
        assertThat(weaver.problems()).singleElement().asString().contains("class=kafka.cluster.Partition");
    }

    @Test
    void aJoinPointThatIsNotThereIsAProblem() throws IOException {
        assertProblem(
                weaving(WovenMethod.method(CallsNothing.class, "void", "noSuchMethod"), List.of()),
                "join point must match once: class=kafka.cluster.Partition method=noSuchMethod() void found=0");
        assertProblem(
                weaving(WovenMethod.method(CallsNothing.class, "int", "isLeader"), List.of()),
                "join point must match once: class=kafka.cluster.Partition method=isLeader() int found=0");
    }

    @Test
    void aFieldThatIsNotThereIsAProblem() throws IOException {
        assertProblem(
                weaving(WovenMethod.method(CallsNothing.class, "boolean", "isLeader"), List.of("noSuchField")),
                "field missing: class=kafka.cluster.Partition field=noSuchField");
    }

    @Test
    void aFieldThatIsInTheWayIsAProblem() throws IOException {
        assertProblem(
                new Weaving("kafka.cluster.Partition", Optional.of("logManager"), List.of(), List.of()),
                "field already there: class=kafka.cluster.Partition field=logManager");
    }

    @Test
    void adviceThatCallsNoHookIsAProblem() throws IOException {
        assertProblem(
                weaving(WovenMethod.method(CallsNothing.class, "boolean", "isLeader"), List.of()),
                "advice was not woven: class=kafka.cluster.Partition methods=[isLeader() boolean]");
    }

    private static void assertProblem(Weaving weaving, String problem) throws IOException {
        KafkaWeaver weaver = new KafkaWeaver(List.of(weaving));

        assertThat(transform(weaver, PARTITION)).isNull();
        assertThat(weaver.problems()).singleElement().asString().endsWith(problem);
        assertThat(weaver.woven()).isEmpty();
    }

    private static Weaving weaving(WovenMethod method, List<String> fields) {
        return new Weaving("kafka.cluster.Partition", Optional.empty(), List.of(method), fields);
    }

    private static byte[] transform(KafkaWeaver weaver, String internalName) throws IOException {
        return weaver.transform(null, ownLoader(), internalName, null, null, classFile(PARTITION));
    }

    private static byte[] classFile(String internalName) throws IOException {
        try (InputStream in = ownLoader().getResourceAsStream(internalName + ".class")) {
            return in.readAllBytes();
        }
    }

    private static ClassLoader ownLoader() {
        return KafkaWeaverTest.class.getClassLoader();
    }

    /** Advice without a hook. */
    static final class CallsNothing {

        private CallsNothing() {}

        @Advice.OnMethodEnter
        static void enter() {}
    }
}
