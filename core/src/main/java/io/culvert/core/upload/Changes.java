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

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicIdPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects the partitions whose parked fetches may have become answerable, so that those that change together are woken
 * together. The uploader's thread collects; any thread may read the version.
 */
final class Changes {

    private static final Logger LOG = LoggerFactory.getLogger(Changes.class);

    private final AtomicLong version = new AtomicLong();
    private final FetchWaker waker;
    private final Set<TopicIdPartition> changed = new LinkedHashSet<>();

    Changes(FetchWaker waker) {
        this.waker = waker;
    }

    long version() {
        return version.get();
    }

    void add(LeaderPartition partition) {
        changed.add(partition.id());
    }

    /** Wakes what has changed: everything that a fetch will see is in place before. */
    void flush() {
        if (changed.isEmpty()) {
            return;
        }
        List<TopicIdPartition> partitions = List.copyOf(changed);
        changed.clear();
        version.incrementAndGet();
        try {
            waker.wake(partitions);
        } catch (RuntimeException e) {
            // They stay parked until their own time is over, as with nothing to fetch.
            LOG.warn("parked fetches were not woken: partitions={}", partitions.size(), e);
        }
    }
}
