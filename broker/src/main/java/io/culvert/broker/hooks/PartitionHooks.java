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

import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.server.storage.log.FetchParams;
import org.jspecify.annotations.Nullable;

/** What Culvert does for one partition object of a broker; called by any of the broker's threads, never blocking. */
public interface PartitionHooks {

    /**
     * Tells that records were appended to the partition as its leader. Runs on the produce path, for internal topics
     * too.
     */
    void appended();

    /**
     * Looks at a follower's fetch before the partition serves it; neither leadership nor the fetch's epoch is checked yet.
     * A fetch that was parked is looked at again when it completes.
     *
     * @param params the fetch's parameters
     * @param fetch what it asks of this partition
     * @return how to serve it by reference: then no bytes are read; null to leave it to stock Kafka
     */
    @Nullable
    ReferenceFetch fetch(FetchParams params, FetchRequest.PartitionData fetch);
}
