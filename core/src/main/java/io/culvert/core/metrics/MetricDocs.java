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

package io.culvert.core.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Writes {@code docs/metrics.md} from the catalog of metrics. */
public final class MetricDocs {

    private static final String HEAD = """
            # Metrics

            Generated from `WalMetric`; do not edit. To write it anew after a change, build `core` and run

            ```
            java -cp core/target/classes io.culvert.core.metrics.MetricDocs docs/metrics.md
            ```

            All metrics belong to the group `remote-wal-metrics` of the broker's own metrics, so every `metric.reporters`
            sees them; in JMX they are attributes of `kafka.server:type=remote-wal-metrics`, and those with a tag of
            `kafka.server:type=remote-wal-metrics,TAG=VALUE`. They are there while `remote.wal.storage.system.enable` is on.
            Names that end in `-total` only grow, from the broker's start. Rates are per second; they, means, percentiles
            and largest values are over the windows of `metrics.num.samples` and `metrics.sample.window.ms`, a minute by
            default.
            """;

    private MetricDocs() {}

    /**
     * Writes the file.
     *
     * @param arguments the file's path
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 1) {
            throw new IllegalArgumentException("expected one argument, the file to write: got=" + arguments.length);
        }
        Files.writeString(Path.of(arguments[0]), text(), UTF_8);
    }

    /** The file's content. */
    static String text() {
        StringBuilder text = new StringBuilder(HEAD);
        for (MetricTopic topic : MetricTopic.values()) {
            text.append("\n## ")
                    .append(topic.title())
                    .append("\n\n")
                    .append(topic.text())
                    .append("\n\n");
            text.append("| Metric | Unit | Tag | Meaning |\n|---|---|---|---|\n");
            for (WalMetric metric : WalMetric.values()) {
                if (metric.topic() == topic) {
                    text.append(row(metric));
                }
            }
        }
        return text.toString();
    }

    private static String row(WalMetric metric) {
        String names = metric.names().stream().map(MetricDocs::code).collect(Collectors.joining(", "));
        String tag = metric.tag().isEmpty() ? "" : code(metric.tag());
        return "| " + names + " | " + metric.unit() + " | " + tag + " | " + metric.meaning() + " |\n";
    }

    private static String code(String name) {
        return "`" + name + "`";
    }
}
