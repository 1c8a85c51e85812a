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

package io.culvert.tests.support;

import java.util.Comparator;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A record and where it lies in its log.
 *
 * @param partition the partition that holds it
 * @param offset its offset there
 * @param key its key, or null
 * @param value its value, or null for a tombstone
 */
public record StoredRecord(
        TopicPartition partition,
        long offset,
        @Nullable String key,
        @Nullable String value) {

    private static final Comparator<StoredRecord> BY_PLACE = Comparator.<StoredRecord, String>comparing(
                    record -> record.partition().topic())
            .thenComparing(record -> record.partition().partition())
            .thenComparing(StoredRecord::offset);

    /** Returns the records by partition, and by offset in each. */
    public static List<StoredRecord> sorted(List<StoredRecord> records) {
        return records.stream().sorted(BY_PLACE).toList();
    }

    /** Says where the record is and what its value begins with, so that a failed comparison can be read. */
    @Override
    public String toString() {
        String start = value == null ? "null" : value.substring(0, Math.min(24, value.length()));
        return partition + "@" + offset + " " + key + "=" + start;
    }
}
