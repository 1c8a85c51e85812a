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

package io.culvert.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BenchmarkOptionsTest {

    @Test
    void runsEverythingUnlessToldWhat() {
        assertThat(BenchmarkOptions.parse().scenarios()).containsExactly("replication", "partitions");
        assertThat(BenchmarkOptions.parse("partitions").scenarios()).containsExactly("partitions");
    }

    @Test
    void readsRoundsSecondsAndVersion() {
        BenchmarkOptions options = BenchmarkOptions.parse("--rounds=2", "--seconds=3", "--kafka=4.3.1");

        assertThat(options.rounds()).isEqualTo(2);
        assertThat(options.seconds()).isEqualTo(3);
        assertThat(options.kafkaVersion()).isEqualTo("4.3.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rounds=0", "--seconds=-1", "--rounds=x", "--what", "other"})
    void refusesAnythingElse(String argument) {
        assertThatIllegalArgumentException().isThrownBy(() -> BenchmarkOptions.parse(argument));
    }
}
