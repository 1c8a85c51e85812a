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

import io.culvert.cluster.load.Traffic;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints what the demo found as one table, and the verdict. */
final class ResultTable {

    private final PrintWriter out;

    ResultTable(PrintWriter out) {
        this.out = out;
    }

    void print(DemoOptions options, Demo.Outcome outcome) {
        DemoResult result = outcome.result();
        Traffic wal = outcome.wal().traffic();
        Traffic plain = outcome.plain().traffic();
        Prices prices = Prices.S3_EXPRESS;
        line("");
        line(
                "Kafka %s, 3 brokers in 3 zones, %d partitions, 3 replicas, records of %,d bytes",
                result.kafkaVersion(), options.partitions(), options.recordSize());
        line("");
        row("", "through store", "plain");
        row("bytes across zones", megabytes(wal.crossZoneBytes()), megabytes(plain.crossZoneBytes()));
        row("  price*", usd(prices.crossZone(wal)), usd(prices.crossZone(plain)));
        row("PUTs", "%,d".formatted(wal.puts()), "-");
        row("  bytes", megabytes(wal.putBytes()), "-");
        row("  price*", usd(prices.puts(wal)), "-");
        row("GETs", "%,d".formatted(wal.gets()), "-");
        row("  bytes", megabytes(wal.getBytes()), "-");
        row("  price*", usd(prices.gets(wal)), "-");
        row("record bytes sent over the wire", megabytes(wal.fallbackBytes()), "all");
        row(
                "price* per GB produced",
                usd(result.usdPerGb().wal()),
                usd(result.usdPerGb().plain()));
        row(
                "acks=1 latency, p50 / p99",
                latency(result.wal().latencyMs().acks1()),
                latency(result.plain().latencyMs().acks1()));
        row(
                "acks=all latency, p50 / p99",
                latency(result.wal().latencyMs().acksAll()),
                latency(result.plain().latencyMs().acksAll()));
        row(
                "acks=all records/s at full speed",
                "%,.0f".formatted(outcome.wal().bulkRate()),
                "%,.0f".formatted(outcome.plain().bulkRate()));
        row(
                "records acknowledged",
                "%,d".formatted(outcome.wal().ledger().acknowledgedCount()),
                "%,d".formatted(outcome.plain().ledger().acknowledgedCount()));
        line("");
        both("share of bytes across zones", String.format(Locale.ROOT, "%.2f %%", 100 * result.crossZoneShare()));
        both("records missing", "%,d".formatted(result.records().missing()));
        both("records there twice", "%,d".formatted(result.records().duplicatedBeyondRetries()));
        both("logs of all replicas identical", result.logsIdentical() ? "yes" : "no");
        both("ISR shrinks", "%,d".formatted(result.isrShrinks()));
        both("leaders killed", "%,d".formatted(result.leaderKills()));
        both("objects left in the store", "%,d".formatted(result.wal().leakedObjects()));
        line("");
        line("  * as if the store were S3 Express One Zone, at list prices of us-east-1, 2026");
        line("");
        outcome.checks().stream()
                .filter(check -> !check.held())
                .forEach(check -> line("does not hold: %s", check.claim()));
        line(
                "verdict: %s (%d of %d checks held)",
                result.verdict(),
                outcome.checks().stream().filter(Check::held).count(),
                outcome.checks().size());
        out.flush();
    }

    private void row(String label, String wal, String plain) {
        out.printf(Locale.ROOT, "  %-36s %18s %18s%n", label, wal, plain);
    }

    private void both(String label, String value) {
        row(label, value, "");
    }

    private void line(String format, Object... arguments) {
        out.println(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments));
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%,.2f MB", bytes / 1e6);
    }

    private static String usd(double amount) {
        return String.format(Locale.ROOT, "$%.5f", amount);
    }

    private static String latency(DemoResult.Percentiles percentiles) {
        return String.format(Locale.ROOT, "%.1f / %.1f ms", percentiles.p50(), percentiles.p99());
    }
}
