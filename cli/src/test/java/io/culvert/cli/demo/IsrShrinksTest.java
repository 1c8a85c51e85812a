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

import io.culvert.cluster.LogScan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IsrShrinksTest {

    @TempDir
    Path directory;

    @Test
    void onlyShrinksThatNameNobodyButTheKilledBrokerAreExplained() throws IOException {
        Path log = directory.resolve("server.log");
        Files.write(
                log,
                List.of(
                        shrink("1,2,3 to 1,2", "(brokerId: 3, endOffset: 5, lastCaughtUpTimeMs: 17)"),
                        shrink("1,2,3 to 1,3", "(brokerId: 2, endOffset: 5, lastCaughtUpTimeMs: 17)"),
                        shrink(
                                "1,2,3 to 1",
                                "(brokerId: 2, endOffset: 5, lastCaughtUpTimeMs: 17)"
                                        + " (brokerId: 3, endOffset: 5, lastCaughtUpTimeMs: 17)"),
                        "[2026-01-01 00:00:00,000] INFO Expanding ISR from 1,2 to 1,2,3 (kafka.cluster.Partition)"));

        assertThat(IsrShrinks.explained(new LogScan(log), Set.of(3))).isEqualTo(1);
        assertThat(IsrShrinks.explained(new LogScan(log), Set.of())).isZero();
    }

    private static String shrink(String change, String replicas) {
        return "[2026-01-01 00:00:00,000] INFO [Partition demo-wal-0 broker=1] Shrinking ISR from " + change
                + ". Leader: (highWatermark: 5, endOffset: 9). Out of sync replicas: " + replicas
                + ". (kafka.cluster.Partition)";
    }
}
