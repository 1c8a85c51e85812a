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

package io.culvert.cluster.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class LedgerTest {

    private final NumberedRecords records = new NumberedRecords(100);
    private final Ledger ledger = new Ledger();

    @Test
    void foreignKeysAreNotOurs() {
        assertThat(records.numberOf("record-99999999999".getBytes(StandardCharsets.UTF_8), records.value(1)))
                .isNegative();
        assertThat(records.numberOf("other".getBytes(StandardCharsets.UTF_8), records.value(1)))
                .isNegative();
        assertThat(records.numberOf(null, records.value(1))).isNegative();
        assertThat(records.numberOf(records.key(1), null)).isNegative();
        assertThat(records.numberOf(records.key(12), records.value(12))).isEqualTo(12);
    }

    @Test
    void theLedgerGrowsWithTheOffsets() {
        ledger.acknowledge(1, 3, 1_000_000);

        assertThat(ledger.acknowledgedAt(3, 1_000_000)).isEqualTo(1);
        assertThat(ledger.acknowledgedAt(3, 999_999)).isNegative();
        assertThat(ledger.acknowledgedAt(3, 1_000_000_000)).isNegative();
        assertThat(ledger.acknowledgedAt(4, 0)).isNegative();
    }
}
