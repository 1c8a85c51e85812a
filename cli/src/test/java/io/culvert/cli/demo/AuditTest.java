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

import io.culvert.cluster.load.Ledger;
import io.culvert.cluster.load.NumberedRecords;
import org.junit.jupiter.api.Test;

final class AuditTest {

    private final NumberedRecords records = new NumberedRecords(100);
    private final Ledger ledger = new Ledger();
    private final Audit audit = new Audit(records, ledger);

    @Test
    void everyRecordWhereItWasAcknowledgedIsClean() {
        ledger.acknowledge(1, 0, 0);
        ledger.acknowledge(2, 1, 0);
        ledger.acknowledge(3, 0, 1);

        read(0, 0, 1);
        read(0, 1, 3);
        read(1, 0, 2);

        assertThat(audit.finding().isClean()).isTrue();
    }

    @Test
    void whatIsNotReadIsMissing() {
        ledger.acknowledge(1, 0, 0);
        ledger.acknowledge(2, 0, 1);

        read(0, 0, 1);

        assertThat(audit.finding()).isEqualTo(new Audit.Finding(1, 0, 0));
    }

    @Test
    void aRecordAtTheOffsetOfAnotherIsWrongAndTheOtherMissing() {
        ledger.acknowledge(1, 0, 0);
        ledger.acknowledge(2, 0, 1);

        read(0, 0, 2);
        read(0, 1, 1);

        assertThat(audit.finding()).isEqualTo(new Audit.Finding(2, 0, 2));
    }

    @Test
    void aRecordReadTwiceIsADuplicate() {
        ledger.acknowledge(1, 0, 0);

        read(0, 0, 1);
        read(0, 1, 1);

        assertThat(audit.finding()).isEqualTo(new Audit.Finding(0, 1, 0));
    }

    @Test
    void aRecordThatTheProducerGaveUpMayBeThere() {
        ledger.acknowledge(1, 0, 0);
        ledger.fail(2);

        read(0, 0, 1);
        read(0, 1, 2);

        assertThat(audit.finding().isClean()).isTrue();
    }

    @Test
    void aRecordThatWasNeverAnsweredIsWrong() {
        read(0, 0, 7);

        assertThat(audit.finding()).isEqualTo(new Audit.Finding(0, 0, 1));
    }

    @Test
    void aChangedByteIsWrongAndTheRecordMissing() {
        ledger.acknowledge(1, 0, 0);
        byte[] value = records.value(1);
        value[50] ^= 1;

        audit.read(0, 0, records.key(1), value);

        assertThat(audit.finding()).isEqualTo(new Audit.Finding(1, 0, 1));
    }

    @Test
    void twoRecordsAcknowledgedAtOneOffsetCannotBothBeFound() {
        ledger.acknowledge(1, 0, 0);
        ledger.acknowledge(2, 0, 0);

        read(0, 0, 2);

        assertThat(audit.finding().missing()).isEqualTo(1);
    }

    private void read(int partition, long offset, int number) {
        audit.read(partition, offset, records.key(number), records.value(number));
    }
}
