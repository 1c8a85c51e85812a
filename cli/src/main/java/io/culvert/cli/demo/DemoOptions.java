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

package io.culvert.cli.demo;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked for.
 *
 * @param kafkaVersion which Kafka the brokers run
 * @param records how many records the bulk measurement writes to each topic
 * @param recordSize bytes of each record's value
 * @param partitions of each topic
 * @param seconds how long each latency measurement lasts
 * @param kill whether a leader is killed
 * @param keep whether the brokers are left running
 * @param json where the result goes as JSON, or null
 * @param agent whether the brokers load Culvert; without, the demo is one of stock Kafka and fails
 */
record DemoOptions(
        String kafkaVersion,
        int records,
        int recordSize,
        int partitions,
        int seconds,
        boolean kill,
        boolean keep,
        @Nullable Path json,
        boolean agent) {

    private static final int MAX_RECORDS = 20_000_000;
    /** Below Kafka's default limit of 1 MiB for a batch. */
    private static final int MAX_RECORD_SIZE = 1_000_000;

    private static final int MAX_PARTITIONS = 1_000;
    private static final int MAX_SECONDS = 3_600;

    DemoOptions {
        requireBetween("--records", records, 1, MAX_RECORDS);
        requireBetween("--record-size", recordSize, 1, MAX_RECORD_SIZE);
        requireBetween("--partitions", partitions, 1, MAX_PARTITIONS);
        requireBetween("--seconds", seconds, 1, MAX_SECONDS);
    }

    private static void requireBetween(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "out of range: option=" + option + " value=" + value + " least=" + least + " most=" + most);
        }
    }
}
