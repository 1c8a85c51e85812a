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

package io.culvert.broker.runtime;

import io.culvert.core.format.FetchMark;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.replica.ClientMetadata;
import org.apache.kafka.server.storage.log.FetchParams;
import org.jspecify.annotations.Nullable;

/**
 * Reads the mark that a follower with the agent puts on its fetches. Thread-safe.
 *
 * <p>A broker asks for every partition of a fetch, so each thread keeps the last mark that it parsed, known by the
 * identity of its text.
 */
final class FetchMarks {

    @SuppressWarnings("ThreadLocalUsage") // one in a broker, and it ends with the broker
    private final ThreadLocal<@Nullable Parsed> last = new ThreadLocal<>();

    private record Parsed(String text, @Nullable FetchMark mark) {}

    /** Whether the fetch comes from a follower that understands references. */
    boolean allowsReferences(FetchParams params) {
        return mark(params) != null;
    }

    /** Whether the follower asked for this partition's records over the wire. */
    boolean wantsWire(FetchParams params, TopicIdPartition partition) {
        FetchMark mark = mark(params);
        return mark == null || mark.wantsWire(partition.topicId(), partition.partition());
    }

    private @Nullable FetchMark mark(FetchParams params) {
        if (!params.isFromFollower() || params.clientMetadata.isEmpty()) {
            return null;
        }
        ClientMetadata client = params.clientMetadata.get();
        String text = client.rackId();
        Parsed known = last.get();
        if (known == null || !isSame(known.text(), text)) {
            known = new Parsed(text, FetchMark.parse(text).orElse(null));
            last.set(known);
        }
        return known.mark();
    }

    @SuppressWarnings("ReferenceEquality") // the text may be long, and one fetch always passes the same object
    private static boolean isSame(String one, String other) {
        return one == other;
    }
}
