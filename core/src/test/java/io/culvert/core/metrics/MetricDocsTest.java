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
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MetricDocsTest {

    private static final Path DOCS = Path.of(System.getProperty("culvert.home"), "docs", "metrics.md");

    @Test
    void theDocumentationIsWhatTheCatalogSays() {
        assertThat(DOCS)
                .as("run: java -cp core/target/classes io.culvert.core.metrics.MetricDocs docs/metrics.md")
                .content(UTF_8)
                .isEqualTo(MetricDocs.text());
    }

    @Test
    void writesTheFile(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("metrics.md");

        MetricDocs.main(new String[] {file.toString()});

        assertThat(Files.readString(file, UTF_8)).isEqualTo(MetricDocs.text());
    }

    @Test
    void wantsAFile() {
        assertThatThrownBy(() -> MetricDocs.main(new String[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the file to write");
    }

    @Test
    void noTwoMetricsShareAName() {
        List<String> names = Arrays.stream(WalMetric.values())
                .flatMap(metric -> metric.names().stream())
                .toList();

        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z0-9]+(-[a-z0-9]+)*"));
    }

    @Test
    void everyMetricSaysWhatItMeansInItsUnit() {
        for (WalMetric metric : WalMetric.values()) {
            assertThat(metric.meaning()).endsWith(".").doesNotContain("|");
            assertThat(metric.unit()).isNotEmpty();
            assertThat(metric.names().get(0).contains("-ms"))
                    .isEqualTo(metric.unit().equals("ms"));
        }
    }
}
