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

import io.culvert.api.CorruptObjectException;
import io.culvert.core.format.SectionReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicIdPartition;

/** Gathers what one round comes to. Owned by one fetcher thread. */
final class RoundResult {

    private final FollowerObserver observer;
    private final Map<TopicIdPartition, List<ByteBuffer>> arrived = new LinkedHashMap<>();
    private final Map<TopicIdPartition, FetchFailure> failed = new HashMap<>();
    private final Set<TopicIdPartition> pending = new HashSet<>();
    private String problem = "";
    private int sections;
    private long bytes;

    RoundResult(FollowerObserver observer) {
        this.observer = observer;
    }

    boolean hasFailures() {
        return !failed.isEmpty();
    }

    /**
     * Checks what a leader answered before anything is read for it.
     *
     * @return the partition with the references up to the first that is not to be read; empty, and failed, if that is
     *     the very first
     */
    Optional<PartitionReferences> admit(PartitionReferences partition, FetchLimits limits) {
        if (!partition.areContiguous()) {
            observer.sectionCorrupt();
            fail(partition, FetchFailure.CORRUPT, "references do not continue the fetch offset: answer=" + partition);
            return Optional.empty();
        }
        List<SectionReference> references = partition.references();
        for (int i = 0; i < references.size(); i++) {
            SectionReference reference = references.get(i);
            if (!isReadable(reference, limits)) {
                if (i > 0) {
                    return Optional.of(new PartitionReferences(
                            partition.partition(),
                            partition.fetchOffset(),
                            partition.waitedNanos(),
                            references.subList(0, i)));
                }
                fail(
                        partition,
                        FetchFailure.UNACCEPTABLE,
                        "section is too long or in no known store: reference=" + reference + " maxSectionBytes="
                                + limits.maxSectionBytes());
                return Optional.empty();
            }
        }
        return Optional.of(partition);
    }

    private static boolean isReadable(SectionReference reference, FetchLimits limits) {
        return reference.storeIndex() == 0
                && reference.length() <= limits.maxSectionBytes()
                && reference.position() <= Long.MAX_VALUE - reference.length();
    }

    /**
     * Takes over the next section of a partition, whose range is done.
     *
     * @return false if the section cannot be had, which fails the partition
     */
    boolean take(PartitionReferences partition, SectionReference reference, RangeGet get) {
        FetchFailure failure = get.failure();
        if (failure != null) {
            fail(partition, failure, get.problem());
            return false;
        }
        try {
            ByteBuffer verified = SectionVerifier.verify(get.section(reference), reference, partition.fetchOffset());
            arrived.computeIfAbsent(partition.partition(), key -> new ArrayList<>(1))
                    .add(verified);
            sections++;
            bytes += reference.length();
            return true;
        } catch (CorruptObjectException e) {
            observer.sectionCorrupt();
            fail(partition, FetchFailure.CORRUPT, String.valueOf(e.getMessage()));
            return false;
        }
    }

    void pending(TopicIdPartition partition) {
        pending.add(partition);
    }

    private void fail(PartitionReferences partition, FetchFailure failure, String reason) {
        failed.put(partition.partition(), failure);
        if (problem.isEmpty()) {
            problem = partition.partition() + ": " + reason;
        }
    }

    FetchRound toRound() {
        if (sections > 0) {
            observer.sectionsFetched(sections, bytes);
        }
        Map<TopicIdPartition, ByteBuffer> joined = new LinkedHashMap<>();
        arrived.forEach((partition, buffers) -> joined.put(partition, join(buffers)));
        return new FetchRound(joined, failed, pending, problem);
    }

    /** One buffer of all; Kafka appends only what lies in one. A single section is handed on without a copy. */
    private static ByteBuffer join(List<ByteBuffer> buffers) {
        if (buffers.size() == 1) {
            return buffers.get(0);
        }
        ByteBuffer joined = ByteBuffer.allocate(Math.toIntExact(
                buffers.stream().mapToLong(ByteBuffer::remaining).sum()));
        buffers.forEach(joined::put);
        return joined.flip();
    }
}
