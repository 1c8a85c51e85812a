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

package io.culvert.cluster;

import io.culvert.core.time.Ticker;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for a condition by looking at it every 20 ms.
 *
 * <p>What is waited for is the state of other processes, which cannot signal this one.
 */
public final class Polling {

    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private Polling() {}

    /**
     * Blocks until {@code condition} holds or {@code timeout} is over, and returns whether it held.
     *
     * @throws ClusterException when the thread is interrupted; its interrupt status stays set
     */
    public static boolean until(Duration timeout, BooleanSupplier condition) {
        Ticker ticker = Ticker.system();
        long start = ticker.nanos();
        while (!condition.getAsBoolean()) {
            if (ticker.nanos() - start > timeout.toNanos()) {
                return false;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new ClusterException("interrupted while waiting");
            }
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
        return true;
    }

    /**
     * Blocks until {@code time} is over, for measurements that last as long.
     *
     * @throws ClusterException when the thread is interrupted
     */
    public static void pass(Duration time) {
        until(time, () -> false);
    }

    /**
     * Blocks until {@code condition} holds.
     *
     * @param what completes the sentence "timed out waiting for ..."
     * @throws ClusterException when {@code timeout} is over first or the thread is interrupted
     */
    public static void await(String what, Duration timeout, BooleanSupplier condition) {
        if (!until(timeout, condition)) {
            throw new ClusterException("timed out waiting for " + what + ": timeoutSeconds=" + timeout.toSeconds());
        }
    }
}
