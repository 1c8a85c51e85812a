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

import io.culvert.cluster.load.Ledger;
import io.culvert.cluster.load.NumberedRecords;
import java.util.BitSet;

/**
 * Compares what is read from one topic with what was acknowledged. Not thread-safe; one audit for one reading.
 *
 * <p>Every record must lie at the offset at which it was acknowledged, with the key and the value that were
 * sent, and nothing else may be there, except records that the producer gave up.
 */
final class Audit {

    private final NumberedRecords records;
    private final Ledger ledger;
    private final BitSet seen = new BitSet();
    private long found;
    private long duplicated;
    private long wrong;

    Audit(NumberedRecords records, Ledger ledger) {
        this.records = records;
        this.ledger = ledger;
    }

    void read(int partition, long offset, byte[] key, byte[] value) {
        int number = records.numberOf(key, value);
        if (number < 0) {
            wrong++;
            return;
        }
        int expected = ledger.acknowledgedAt(partition, offset);
        if (expected == number) {
            found++;
        } else if (seen.get(number)) {
            duplicated++;
        } else if (expected >= 0 || !ledger.hasFailed(number)) {
            wrong++;
        }
        seen.set(number);
    }

    Finding finding() {
        return new Finding(ledger.acknowledgedCount() - found, duplicated, wrong);
    }

    /**
     * What an audit found.
     *
     * @param missing records that were acknowledged and are not where they were acknowledged
     * @param duplicated records that are there more than once
     * @param wrong records that nobody wrote, or that lie where another was acknowledged
     */
    record Finding(long missing, long duplicated, long wrong) {

        Finding plus(Finding other) {
            return new Finding(missing + other.missing, duplicated + other.duplicated, wrong + other.wrong);
        }

        /** Returns the worse of two findings about the same records. */
        Finding max(Finding other) {
            return new Finding(
                    Math.max(missing, other.missing),
                    Math.max(duplicated, other.duplicated),
                    Math.max(wrong, other.wrong));
        }

        boolean isClean() {
            return missing == 0 && duplicated == 0 && wrong == 0;
        }
    }
}
