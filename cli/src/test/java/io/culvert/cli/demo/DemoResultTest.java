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

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class DemoResultTest {

    @Test
    void theJsonHasTheDocumentedForm() {
        DemoResult result = result(DemoResult.PASS);

        JsonNode json = new ObjectMapper().valueToTree(result);

        assertThat(names(json))
                .containsExactly(
                        "kafkaVersion",
                        "records",
                        "logsIdentical",
                        "isrShrinks",
                        "leaderKills",
                        "wal",
                        "plain",
                        "crossZoneShare",
                        "usdPerGb",
                        "verdict");
        assertThat(names(json.get("records"))).containsExactly("acked", "missing", "duplicatedBeyondRetries");
        assertThat(names(json.get("wal")))
                .containsExactly(
                        "crossZoneBytes",
                        "puts",
                        "gets",
                        "putBytes",
                        "getBytes",
                        "fallbackBytes",
                        "leakedObjects",
                        "latencyMs");
        assertThat(names(json.get("plain"))).containsExactly("crossZoneBytes", "latencyMs");
        assertThat(names(json.get("usdPerGb"))).containsExactly("wal", "plain");
        for (String topic : List.of("wal", "plain")) {
            JsonNode latencies = json.get(topic).get("latencyMs");
            assertThat(names(latencies)).containsExactly("acks1", "acksAll");
            assertThat(names(latencies.get("acks1"))).containsExactly("p50", "p99");
        }
        assertThat(json.get("wal").get("latencyMs").get("acks1").get("p50").asDouble())
                .isEqualTo(1.5);
        assertThat(json.get("verdict").asText()).isEqualTo("pass");
    }

    @Test
    void onlyThePassingVerdictPasses() {
        assertThat(result(DemoResult.PASS).passed()).isTrue();
        assertThat(result(DemoResult.FAIL).passed()).isFalse();
    }

    private static DemoResult result(String verdict) {
        Latencies latencies = new Latencies(histogram(1_500), histogram(9_000));
        DemoResult.LatencyMs latencyMs = DemoResult.LatencyMs.of(latencies);
        return new DemoResult(
                "4.4.0",
                new DemoResult.Records(10, 0, 0),
                true,
                0,
                1,
                new DemoResult.Wal(1, 2, 3, 4, 5, 6, 7, latencyMs),
                new DemoResult.Plain(8, latencyMs),
                0.01,
                new DemoResult.UsdPerGb(0.01, 0.04),
                verdict);
    }

    private static Histogram histogram(long micros) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(micros);
        return histogram;
    }

    private static List<String> names(JsonNode node) {
        return node.properties().stream().map(Map.Entry::getKey).toList();
    }
}
