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

import io.culvert.core.format.SectionReference;
import java.util.List;
import org.apache.kafka.common.TopicIdPartition;

/**
 * What a leader answered for one partition: where the bytes from the fetch offset on lie. Its content comes from another
 * broker and is not trusted; {@link SectionFetcher} reports what is wrong with it as a failure of the partition.
 *
 * @param partition the partition
 * @param fetchOffset the offset that was asked for: the follower's log end offset
 * @param waitedNanos how long its records had waited when the leader answered, at least 0
 * @param references the sections that the leader named, in its order
 */
public record PartitionReferences(
        TopicIdPartition partition, long fetchOffset, long waitedNanos, List<SectionReference> references) {

    public PartitionReferences {
        references = List.copyOf(references);
    }

    /** Whether the first reference covers the fetch offset and each other one begins where the one before it ends. */
    boolean areContiguous() {
        if (references.isEmpty() || !references.get(0).covers(fetchOffset)) {
            return false;
        }
        for (int i = 1; i < references.size(); i++) {
            if (references.get(i).baseOffset() != references.get(i - 1).endOffset()) {
                return false;
            }
        }
        return true;
    }
}
