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

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.ElectionNotNeededException;

/** Moves replicas and leaders. */
public final class Placement {

    private final WalCluster cluster;

    Placement(WalCluster cluster) {
        this.cluster = cluster;
    }

    /** Moves a partition to these brokers, the first of which is the preferred leader, and waits until it is there. */
    public void reassign(TopicPartition partition, List<Integer> brokers) {
        startReassignment(partition, brokers);
        awaitReassigned(partition, brokers);
    }

    /** Begins to move a partition to these brokers. */
    public void startReassignment(TopicPartition partition, List<Integer> brokers) {
        AdminCalls.get(
                "reassign: partition=" + partition + " brokers=" + brokers,
                cluster.admin()
                        .alterPartitionReassignments(
                                Map.of(partition, Optional.of(new NewPartitionReassignment(brokers))))
                        .all());
    }

    /** Waits until a partition is on these brokers and all of them are in sync. */
    public void awaitReassigned(TopicPartition partition, List<Integer> brokers) {
        await(partition + " on " + brokers)
                .atMost(WalCluster.TIMEOUT)
                .ignoreExceptions()
                .untilAsserted(() -> {
                    assertThat(AdminCalls.get(
                                    "list reassignments",
                                    cluster.admin()
                                            .listPartitionReassignments(Set.of(partition))
                                            .reassignments()))
                            .isEmpty();
                    TopicPartitionInfo info = cluster.kafka().describe(partition);
                    assertThat(ids(info.replicas())).isEqualTo(brokers);
                    assertThat(ids(info.isr())).containsExactlyInAnyOrderElementsOf(brokers);
                });
    }

    /** Makes a replica the preferred leader and has it elected. Its epoch grows by one for each step. */
    public void moveLeader(TopicPartition partition, int broker) {
        List<Integer> order =
                new ArrayList<>(ids(cluster.kafka().describe(partition).replicas()));
        order.remove(Integer.valueOf(broker));
        order.add(0, broker);
        reassign(partition, order);
        electPreferred(partition);
        await(broker + " leads " + partition)
                .atMost(WalCluster.TIMEOUT)
                .until(() -> cluster.leaderOf(partition).id() == broker);
    }

    /** Has the preferred leader elected, unless it leads already. */
    public void electPreferred(TopicPartition partition) {
        Optional<Throwable> refusal = AdminCalls.get(
                        "elect the preferred leader: partition=" + partition,
                        cluster.admin()
                                .electLeaders(ElectionType.PREFERRED, Set.of(partition))
                                .partitions())
                .getOrDefault(partition, Optional.empty());
        assertThat(refusal.filter(e -> !(e instanceof ElectionNotNeededException)))
                .isEmpty();
    }

    private static List<Integer> ids(List<Node> nodes) {
        return nodes.stream().map(Node::id).toList();
    }
}
