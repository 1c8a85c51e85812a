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

import io.culvert.cluster.load.Acks;
import java.util.Locale;

/**
 * What the demo found, in the form of its JSON.
 *
 * @param kafkaVersion what the brokers ran
 * @param records how records fared, of both topics together
 * @param logsIdentical whether all replicas of all partitions held the same bytes
 * @param isrShrinks replicas that leaders took out of ISRs, other than a killed broker
 * @param leaderKills brokers killed with SIGKILL
 * @param wal the WAL topic
 * @param plain its plain twin
 * @param crossZoneShare bytes that crossed zones for the WAL topic, as a share of the plain twin's
 * @param usdPerGb what replicating a GB costs, if the store were S3 Express One Zone
 * @param verdict {@code pass} when every check held, {@code fail} otherwise
 */
record DemoResult(
        String kafkaVersion,
        Records records,
        boolean logsIdentical,
        long isrShrinks,
        int leaderKills,
        Wal wal,
        Plain plain,
        double crossZoneShare,
        UsdPerGb usdPerGb,
        String verdict) {

    static final String PASS = "pass";
    static final String FAIL = "fail";

    /** Counts of records. */
    record Records(long acked, long missing, long duplicatedBeyondRetries) {}

    /** The WAL topic: bytes between brokers, requests to the store, latencies. */
    record Wal(
            long crossZoneBytes,
            long puts,
            long gets,
            long putBytes,
            long getBytes,
            long fallbackBytes,
            long leakedObjects,
            LatencyMs latencyMs) {}

    /** The plain topic: bytes between brokers, latencies. */
    record Plain(long crossZoneBytes, LatencyMs latencyMs) {}

    /** Latencies by what the producer waited for. */
    record LatencyMs(Percentiles acks1, Percentiles acksAll) {

        static LatencyMs of(Latencies latencies) {
            return new LatencyMs(Percentiles.of(latencies, Acks.ONE), Percentiles.of(latencies, Acks.ALL));
        }
    }

    /** Milliseconds, to a hundredth. */
    record Percentiles(double p50, double p99) {

        static Percentiles of(Latencies latencies, Acks acks) {
            return new Percentiles(
                    rounded(Latencies.milliseconds(latencies.of(acks), 50), 2),
                    rounded(Latencies.milliseconds(latencies.of(acks), 99), 2));
        }
    }

    /** US dollars per GB that was produced. */
    record UsdPerGb(double wal, double plain) {}

    boolean passed() {
        return verdict.equals(PASS);
    }

    static double rounded(double value, int digits) {
        return Double.parseDouble(String.format(Locale.ROOT, "%." + digits + "f", value));
    }
}
