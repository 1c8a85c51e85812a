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

package io.culvert.core.retention;

import io.culvert.core.format.ObjectId;
import io.culvert.core.loop.LoopTask;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the sections of each stored object that somebody may still need, and has the object deleted when there are none
 * (I5). Owned by the uploader's thread.
 */
public final class ObjectRetention implements LoopTask {

    private final DeleteQueue deletes;
    private final RetentionObserver observer;
    private final Map<ObjectId, Live> live = new HashMap<>();

    /** What is known of a stored object; the time until which a follower may be reading it. */
    private static final class Live {
        private int sections;
        private boolean held;
        private long heldUntilNanos;

        Live(int sections) {
            this.sections = sections;
        }
    }

    public ObjectRetention(DeleteQueue deletes, RetentionObserver observer) {
        this.deletes = deletes;
        this.observer = observer;
    }

    /** An object is stored, and all of its sections are needed. */
    public void stored(ObjectId object, int sections) {
        if (sections < 1 || live.putIfAbsent(object, new Live(sections)) != null) {
            throw new IllegalArgumentException(
                    "object is empty or was stored before: object=" + object + " sections=" + sections);
        }
    }

    /** Nobody needs one of an object's sections any more. */
    public void release(ObjectId object, long nowNanos) {
        Live counted = live.get(object);
        if (counted == null) {
            throw new IllegalStateException("section of an unknown object: object=" + object);
        }
        counted.sections--;
        if (counted.sections == 0) {
            live.remove(object);
            boolean held = counted.held && counted.heldUntilNanos - nowNanos > 0;
            deletes.add(object, held ? counted.heldUntilNanos : nowNanos);
        }
    }

    /** Nobody will be sent to one of an object's sections any more, but somebody may be reading it until then. */
    public void releaseAfter(ObjectId object, long untilNanos, long nowNanos) {
        Live counted = live.get(object);
        if (counted != null && (!counted.held || untilNanos - counted.heldUntilNanos > 0)) {
            counted.held = true;
            counted.heldUntilNanos = untilNanos;
        }
        release(object, nowNanos);
    }

    /** An object may be stored or not, and nobody needs it. */
    public void discard(ObjectId object, long nowNanos) {
        deletes.add(object, nowNanos);
    }

    /** Says whether an object is needed or waits for its deletion. */
    public boolean isKnown(ObjectId object) {
        return live.containsKey(object) || deletes.contains(object);
    }

    /** Objects that are stored and needed. */
    public int liveObjects() {
        return live.size();
    }

    @Override
    public long runOnce(long nowNanos) {
        long wait = deletes.runOnce(nowNanos);
        observer.live(live.size());
        observer.backlog(deletes.backlog());
        return wait;
    }

    @Override
    public void failed(Throwable failure, long nowNanos) {
        deletes.recover();
        observer.deleteFailed(0, failure);
    }

    @Override
    public void stop() {
        // What is left is an older stream of this broker when it starts again, or of a dead one: the sweep finds it.
    }
}
