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

package io.culvert.broker.runtime;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderPartition;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData.EpochEndOffset;
import org.apache.kafka.server.LeaderEndPoint;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.server.network.BrokerEndPoint;

/** Leaves to Kafka's own end point what an end point around it has no part in. */
abstract class ForwardingLeaderEndPoint implements LeaderEndPoint {

    final LeaderEndPoint stock;

    /**
     * Wraps an end point.
     *
     * @param stock the end point to wrap
     */
    ForwardingLeaderEndPoint(LeaderEndPoint stock) {
        this.stock = stock;
    }

    @Override
    public boolean isTruncationOnFetchSupported() {
        return stock.isTruncationOnFetchSupported();
    }

    @Override
    public BrokerEndPoint brokerEndPoint() {
        return stock.brokerEndPoint();
    }

    @Override
    public OffsetAndEpoch fetchEarliestOffset(TopicPartition partition, int currentLeaderEpoch) {
        return stock.fetchEarliestOffset(partition, currentLeaderEpoch);
    }

    @Override
    public OffsetAndEpoch fetchLatestOffset(TopicPartition partition, int currentLeaderEpoch) {
        return stock.fetchLatestOffset(partition, currentLeaderEpoch);
    }

    @Override
    public Map<TopicPartition, EpochEndOffset> fetchEpochEndOffsets(
            Map<TopicPartition, OffsetForLeaderPartition> partitions) {
        return stock.fetchEpochEndOffsets(partitions);
    }

    @Override
    public OffsetAndEpoch fetchEarliestLocalOffset(TopicPartition partition, int currentLeaderEpoch) {
        return stock.fetchEarliestLocalOffset(partition, currentLeaderEpoch);
    }

    @Override
    public OffsetAndEpoch fetchEarliestPendingUploadOffset(TopicPartition partition, int currentLeaderEpoch) {
        return stock.fetchEarliestPendingUploadOffset(partition, currentLeaderEpoch);
    }
}
