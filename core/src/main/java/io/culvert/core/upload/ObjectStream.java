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

import io.culvert.core.format.ObjectId;
import java.util.TreeSet;

/**
 * Hands out the slots of this process's stream of objects, in order. Owned by the uploader's thread.
 *
 * <p>A slot is taken only for an object that is sealed and about to be sent. While its fate is unknown the same bytes are
 * sent to it again, so that a slot has one content at most, whatever order requests land in. In transport mode an object
 * that nobody waits for any more is given up: no reference to it is ever published, its slot may stay empty, and it is
 * deleted as an object of unknown fate. A topic with object durability must not give up its slots: there the high
 * watermark counts a section only when all slots below it are resolved. All that changes then is who gives up.
 */
final class ObjectStream {

    private final String clusterId;
    private final int brokerId;
    private final long brokerEpoch;
    private final TreeSet<Long> open = new TreeSet<>();
    private long nextSequence;

    /**
     * @param brokerEpoch the epoch of this process's first registration; with the broker id it names a stream that no
     *     other process ever writes
     */
    ObjectStream(String clusterId, int brokerId, long brokerEpoch) {
        this.clusterId = clusterId;
        this.brokerId = brokerId;
        this.brokerEpoch = brokerEpoch;
    }

    String clusterId() {
        return clusterId;
    }

    /** Takes the next slot. */
    ObjectId take() {
        ObjectId slot = new ObjectId(brokerId, brokerEpoch, nextSequence++);
        open.add(slot.sequence());
        return slot;
    }

    /** The object of a slot is stored or was given up. */
    void resolved(ObjectId slot) {
        open.remove(slot.sequence());
    }

    /** Says whether the object has a slot of this stream that is not resolved. */
    boolean isOpen(ObjectId object) {
        return object.brokerId() == brokerId && object.brokerEpoch() == brokerEpoch && open.contains(object.sequence());
    }

    /** All slots below this one are resolved. */
    long resolvedPrefix() {
        return open.isEmpty() ? nextSequence : open.first();
    }
}
