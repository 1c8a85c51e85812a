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

package io.culvert.core.loop;

/**
 * A state machine that one thread owns. All methods are called by that thread alone; none may block for longer than a
 * read from the page cache.
 */
public interface LoopTask {

    /**
     * Does what can be done now.
     *
     * @param nowNanos the present time of the loop's ticker
     * @return nanoseconds until the task wants to run again unless it is woken before; 0 for at once,
     *     {@link Long#MAX_VALUE} for only when woken
     */
    long runOnce(long nowNanos);

    /**
     * Tells that {@link #runOnce} threw. The task puts itself into a state from which it can go on; it runs again after a
     * pause.
     *
     * @param failure what was thrown, an {@link Error} too
     * @param nowNanos the present time of the loop's ticker
     */
    void failed(Throwable failure, long nowNanos);

    /** Ends the task; it does not run again. Must not wait for anything. */
    void stop();
}
