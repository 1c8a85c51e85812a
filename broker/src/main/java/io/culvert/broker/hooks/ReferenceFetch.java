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

import org.apache.kafka.storage.internals.log.LogReadInfo;

/** One follower's fetch of one partition that is being served by reference; used by one thread and dropped. */
public interface ReferenceFetch {

    /**
     * The leader end offset that Kafka should compare the follower with to tell whether it is in sync.
     *
     * @param logEndOffset the leader's log end offset
     * @return an offset of at most {@code logEndOffset}
     */
    long leaderEndOffset(long logEndOffset);

    /**
     * Puts references in the place of the records that were not read.
     *
     * @param read the partition's answer without records: leadership, epoch and offset were valid and the follower's
     *     state is updated; it does not hold a diverging epoch
     * @return the answer to give
     */
    LogReadInfo answer(LogReadInfo read);
}
