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

package io.culvert.tests.settings;

import io.culvert.tests.support.RandomText;
import io.culvert.tests.support.RecordWriter;
import io.culvert.tests.support.StoredRecord;
import io.culvert.tests.support.WalCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;

/** An idempotent producer with {@code acks=all} that writes to a topic until it is ended. */
final class BackgroundLoad implements AutoCloseable {

    private final CompletableFuture<List<StoredRecord>> written;
    private volatile boolean ending;
    private final AtomicLong batches = new AtomicLong();

    BackgroundLoad(WalCluster cluster, String topic, int partitions, long seed) {
        written = CompletableFuture.supplyAsync(() -> write(cluster, topic, partitions, new RandomText(seed)));
    }

    private List<StoredRecord> write(WalCluster cluster, String topic, int partitions, RandomText text) {
        List<StoredRecord> all = new ArrayList<>();
        try (RecordWriter writer = cluster.writer()) {
            while (!ending) {
                for (int partition = 0; partition < partitions; partition++) {
                    writer.send(new TopicPartition(topic, partition), 5, text, 1_000);
                }
                all.addAll(writer.flush());
                batches.incrementAndGet();
            }
        }
        return all;
    }

    /** How many rounds over all partitions have been acknowledged. */
    long batches() {
        return batches.get();
    }

    /** Ends it and returns what was acknowledged, by place. */
    List<StoredRecord> end() {
        ending = true;
        return StoredRecord.sorted(written.join());
    }

    /** Ends it, so that it does not disturb the next test when this one fails. */
    @Override
    public void close() {
        ending = true;
    }
}
