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

package io.culvert.core.upload;

import java.util.Collection;
import org.apache.kafka.common.TopicIdPartition;

/** Completes parked fetches that may have become answerable. Thread-safe. */
@FunctionalInterface
public interface FetchWaker {

    /**
     * Looks at the parked fetches of some partitions again. Called after {@link LeaderSide#version()} has moved, once for
     * all partitions that changed together.
     */
    void wake(Collection<TopicIdPartition> partitions);
}
