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

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says whether everything goes over the wire, and why. Request threads read it; the uploader's thread turns it.
 *
 * <p>Each time the wire takes over, a new generation begins: whatever the uploader showed of partitions before is void,
 * all partitions at once, without a look at any of them.
 */
final class WireSwitch {

    private volatile @Nullable WireReason reason;
    private volatile long generation;

    /** Owned by the uploader's thread. */
    private final Set<WireReason> reasons = EnumSet.noneOf(WireReason.class);

    private long sinceNanos;

    /** Why all partitions go over the wire; null if they do not. */
    @Nullable
    WireReason reason() {
        return reason;
    }

    long generation() {
        return generation;
    }

    // The uploader's thread.

    boolean holds(WireReason why) {
        return reasons.contains(why);
    }

    /** When the wire took over; meaningless while it has not. */
    long sinceNanos() {
        return sinceNanos;
    }

    /**
     * Adds or removes a reason.
     *
     * @return whether the wire took over just now, or gave way just now
     */
    boolean turn(WireReason why, boolean wire, long nowNanos) {
        boolean before = !reasons.isEmpty();
        if (wire) {
            reasons.add(why);
        } else {
            reasons.remove(why);
        }
        boolean after = !reasons.isEmpty();
        reason = after ? reasons.iterator().next() : null;
        if (after && !before) {
            sinceNanos = nowNanos;
            nextGeneration();
        }
        return before != after;
    }

    // Only the uploader's thread writes, so that the increment loses nothing.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void nextGeneration() {
        generation++;
    }
}
