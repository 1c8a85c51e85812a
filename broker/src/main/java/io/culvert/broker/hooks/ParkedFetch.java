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

package io.culvert.broker.hooks;

/**
 * One follower's reference fetch in the purgatory; called under the lock of its delayed operation, and often: every
 * append to one of its partitions does.
 */
@FunctionalInterface
public interface ParkedFetch {

    /**
     * Decides whether the fetch can be answered now.
     *
     * @return what to do with it
     */
    Step tryComplete();

    /** What to do with a parked fetch. */
    enum Step {
        /** Let Kafka's own conditions decide. */
        STOCK,
        /** Leave it parked; Kafka's own conditions are not looked at. */
        WAIT,
        /** Complete it. */
        COMPLETE
    }
}
