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
import java.net.URLClassLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KafkaVersionTest {

    @ParameterizedTest
    @ValueSource(strings = {"4.3.0", "4.3.1", "4.4.0", "4.4.12", "4.4.0-SNAPSHOT", "4.4.0-ccs"})
    void fits(String version) {
        assertThat(new KafkaVersion(version).isSupported()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.2.1", "4.5.0", "4.40.0", "4.4", "14.4.0", "3.9.1", "unknown", ""})
    void doesNotFit(String version) {
        assertThat(new KafkaVersion(version).isSupported()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("io.culvert.broker.agent.JoinPointsTest#versions")
    void isFoundOnTheClassPath(String version) throws IOException {
        try (URLClassLoader loader = new KafkaJars(version).classLoader()) {
            assertThat(KafkaVersion.find(loader)).contains(new KafkaVersion(version));
        }
    }

    @Test
    void isNotFoundWithoutKafka() {
        assertThat(KafkaVersion.find(ClassLoader.getPlatformClassLoader())).isEmpty();
    }
}
