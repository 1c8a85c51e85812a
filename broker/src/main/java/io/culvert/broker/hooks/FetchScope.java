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

package io.culvert.broker.hooks;

import kafka.cluster.Partition;
import org.jspecify.annotations.Nullable;

/**
 * A reference fetch between the start and the end of {@code Partition.fetchRecords}.
 *
 * @param partition the partition object
 * @param followerId the follower's broker id
 * @param reference how it is served
 * @param outer the reference fetch that this one is nested in
 */
public record FetchScope(
        Partition partition,
        int followerId,
        ReferenceFetch reference,
        @Nullable FetchScope outer) {

    /** Whether this is a fetch of this very partition object by this follower. */
    @SuppressWarnings("ReferenceEquality") // Partition.equals compares the topic partition only
    boolean isOf(Partition other, int replicaId) {
        return partition == other && followerId == replicaId;
    }
}
