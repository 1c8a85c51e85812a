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

package io.culvert.cluster;

import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * How the bytes of a partition's replicas compare.
 *
 * @param partition which partition
 * @param sizes bytes of all segments, by broker id
 * @param firstDifference the position of the first byte that differs, counted over all segments; empty when
 *     all replicas hold the same bytes
 */
public record LogComparison(TopicPartition partition, Map<Integer, Long> sizes, OptionalLong firstDifference) {

    public LogComparison {
        sizes = Map.copyOf(sizes);
    }

    /** Returns whether all replicas hold the same bytes. */
    public boolean identical() {
        return firstDifference.isEmpty();
    }
}
