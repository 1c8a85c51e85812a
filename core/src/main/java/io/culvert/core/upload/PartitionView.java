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

import io.culvert.core.index.CatchUpShelf;
import io.culvert.core.index.ReferenceIndex;

/**
 * What request threads see of a partition: an immutable snapshot that the uploader replaces.
 *
 * @param state whether fetches can be answered from it
 * @param generation the uploader's generation; a view of an earlier one is void
 * @param leaderEpoch the leader epoch at which the uploader last looked the partition up
 * @param index the published references
 * @param shelf references that were uploaded on demand, below the index
 * @param oldestNanos when the oldest byte that is sealed but not published was appended, or {@link #NONE}
 */
record PartitionView(
        State state, long generation, int leaderEpoch, ReferenceIndex index, CatchUpShelf shelf, long oldestNanos) {

    /** No time at all. */
    static final long NONE = Long.MIN_VALUE;

    /** Nothing is known: the uploader has to look the partition up. */
    static final PartitionView UNRESOLVED =
            new PartitionView(State.UNRESOLVED, -1, -1, ReferenceIndex.startingAt(0), CatchUpShelf.empty(), NONE);

    /** The partition rests: its records go over the wire. */
    static final PartitionView WIRE =
            new PartitionView(State.WIRE, -1, -1, ReferenceIndex.startingAt(0), CatchUpShelf.empty(), NONE);

    /** Whether and how a partition is served. */
    enum State {
        UNRESOLVED,
        OBJECT,
        WIRE
    }

    /**
     * Says whether references of this view are bytes of the log of the leader at {@code epoch} (I2). Every change of leader
     * raises the epoch, so this broker has led at two epochs that follow each other without an interruption, and a leader
     * never truncates its log.
     */
    boolean serves(int epoch, long currentGeneration) {
        return state == State.OBJECT
                && generation == currentGeneration
                && (epoch == leaderEpoch || epoch == leaderEpoch + 1);
    }
}
