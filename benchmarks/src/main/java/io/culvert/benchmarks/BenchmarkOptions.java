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

import io.culvert.cluster.KafkaDistribution;
import java.util.ArrayList;
import java.util.List;

/**
 * What to measure and for how long.
 *
 * @param scenarios which to run
 * @param kafkaVersion what the brokers run
 * @param rounds how often each side has its turn
 * @param seconds how long each paced measurement lasts
 * @param bulkRecords how many records each bulk measurement writes
 */
record BenchmarkOptions(List<String> scenarios, String kafkaVersion, int rounds, int seconds, int bulkRecords) {

    static final String USAGE = "usage: benchmarks/run [--kafka=VERSION] [--rounds=N] [--seconds=N]"
            + " [--bulk-records=N] [replication] [partitions]";

    BenchmarkOptions {
        scenarios = List.copyOf(scenarios);
        if (rounds < 1 || seconds < 1 || bulkRecords < 1) {
            throw new IllegalArgumentException(
                    "must be at least 1: rounds=" + rounds + " seconds=" + seconds + " bulk-records=" + bulkRecords);
        }
    }

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException when it is not as {@link #USAGE} says
     */
    static BenchmarkOptions parse(String... arguments) {
        String kafkaVersion = KafkaDistribution.DEFAULT_VERSION;
        int rounds = 4;
        int seconds = 10;
        int bulkRecords = 200_000;
        List<String> scenarios = new ArrayList<>();
        for (String argument : arguments) {
            String value = argument.substring(argument.indexOf('=') + 1);
            if (argument.startsWith("--kafka=")) {
                kafkaVersion = value;
            } else if (argument.startsWith("--rounds=")) {
                rounds = Integer.parseInt(value);
            } else if (argument.startsWith("--seconds=")) {
                seconds = Integer.parseInt(value);
            } else if (argument.startsWith("--bulk-records=")) {
                bulkRecords = Integer.parseInt(value);
            } else if (argument.equals(ReplicationScenario.NAME) || argument.equals(PartitionsScenario.NAME)) {
                scenarios.add(argument);
            } else {
                throw new IllegalArgumentException("unknown argument: " + argument);
            }
        }
        if (scenarios.isEmpty()) {
            scenarios = List.of(ReplicationScenario.NAME, PartitionsScenario.NAME);
        }
        return new BenchmarkOptions(scenarios, kafkaVersion, rounds, seconds, bulkRecords);
    }
}
