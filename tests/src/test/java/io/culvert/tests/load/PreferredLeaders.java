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

package io.culvert.tests.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.culvert.tests.support.WalCluster;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.ElectionNotNeededException;

/** Gives partitions back to the leaders that they lost to a restart. */
public final class PreferredLeaders {

    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    private PreferredLeaders() {}

    /** Elects the preferred leaders of all topics and waits until those of {@code topic} lead. */
    public static void elect(WalCluster cluster, String topic) {
        try {
            cluster.admin().electLeaders(ElectionType.PREFERRED, null).all().get();
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(ElectionNotNeededException.class);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while electing leaders: topic=" + topic, e);
        }
        await("preferred leaders of " + topic)
                .atMost(TIMEOUT)
                .until(() -> cluster.kafka().describe(topic).partitions().stream()
                        .allMatch(PreferredLeaders::isLedAsPreferred));
    }

    private static boolean isLedAsPreferred(TopicPartitionInfo partition) {
        return partition.leader().id() == partition.replicas().get(0).id();
    }
}
