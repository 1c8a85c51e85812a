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

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Where a fetcher thread waits for the store. One thread waits, any thread raises. */
interface ArrivalSignal {

    /** Ends the present wait, or the next one if none is under way. */
    void raise();

    /** Waits until raised, at most {@code nanos}. */
    void await(long nanos) throws InterruptedException;

    static ArrivalSignal create() {
        Semaphore raised = new Semaphore(0);
        return new ArrivalSignal() {
            @Override
            public void raise() {
                raised.release();
            }

            @Override
            public void await(long nanos) throws InterruptedException {
                if (raised.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
                    raised.drainPermits();
                }
            }
        };
    }
}
