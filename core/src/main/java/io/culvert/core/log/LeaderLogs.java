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

package io.culvert.core.log;

import java.util.Optional;
import org.apache.kafka.common.TopicIdPartition;

/** The partitions that this broker leads, as the uploader sees them. Thread-safe. */
public interface LeaderLogs {

    /**
     * Finds a partition that this broker leads now.
     *
     * @return a view bound to the partition's present leader epoch and log; empty if this broker does not lead it, its
     *     log is offline, the topic id differs or it is no WAL partition any more
     */
    Optional<LeaderLog> leaderLog(TopicIdPartition partition);
}
