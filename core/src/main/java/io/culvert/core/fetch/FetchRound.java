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

package io.culvert.core.fetch;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicIdPartition;

/**
 * What one round of {@link SectionFetcher#fetch} came to. Every partition asked for is in at least one of the three; one
 * of which only the first sections arrived is in {@code arrived} and in one of the others too.
 *
 * @param arrived verified bytes: whole record batches, the first of which contains the fetch offset
 * @param failed partitions whose next section cannot be had, and why
 * @param pending partitions with sections still in flight or not begun; they are to be asked for again
 * @param problem the first thing that went wrong, for the log; empty if nothing did
 */
public record FetchRound(
        Map<TopicIdPartition, ByteBuffer> arrived,
        Map<TopicIdPartition, FetchFailure> failed,
        Set<TopicIdPartition> pending,
        String problem) {}
