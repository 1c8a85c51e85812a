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

import io.culvert.core.time.Ticker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What hooks do with what is thrown in them: Kafka never sees it, and does what it always did.
 *
 * <p>Each hook's failures are logged once a minute at most. After a failure no new fetch is served by reference for a
 * while, so that a fault of ours cannot keep a follower from its records. Safe for use by any thread.
 */
final class HookFailures {

    private static final Logger LOG = LoggerFactory.getLogger(HookFailures.class);
    private static final long LOG_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long STOCK_FOR_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Ticker ticker;
    private final Map<String, Series> series = new ConcurrentHashMap<>();
    private final AtomicLong stockUntilNanos;

    private volatile boolean failed;

    HookFailures(Ticker ticker) {
        this.ticker = ticker;
        this.stockUntilNanos = new AtomicLong(ticker.nanos());
    }

    /**
     * Records that a hook threw.
     *
     * @param hook the hook's name
     * @param failure what it threw
     */
    void record(String hook, Throwable failure) {
        long now = ticker.nanos();
        stockUntilNanos.set(now + STOCK_FOR_NANOS);
        failed = true;
        long suppressed = series.computeIfAbsent(hook, name -> new Series()).count(now);
        if (suppressed >= 0) {
            LOG.error(
                    "hook failed, stock behaviour goes on: hook={} alsoSinceLastLogged={}", hook, suppressed, failure);
        }
    }

    /** Whether a hook failed a moment ago, so that fetches should be left to stock Kafka. */
    boolean recent() {
        if (!failed) {
            return false;
        }
        if (ticker.nanos() - stockUntilNanos.get() < 0) {
            return true;
        }
        failed = false;
        return false;
    }

    /** The failures of one hook. */
    private static final class Series {
        private long loggedAtNanos;
        private long suppressed = -1;

        /** How many went unlogged since the last that was logged; negative if this one is not to be logged. */
        synchronized long count(long now) {
            if (suppressed >= 0 && now - loggedAtNanos < LOG_EVERY_NANOS) {
                suppressed++;
                return -1;
            }
            long unlogged = Math.max(0, suppressed);
            loggedAtNanos = now;
            suppressed = 0;
            return unlogged;
        }
    }
}
