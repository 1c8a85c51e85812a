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

package io.culvert.broker.runtime;

import io.culvert.core.time.Ticker;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether replica fetchers leave WAL partitions alone, because the object path is about to be ready and what the broker
 * has missed is to come through the store.
 *
 * <p>Nobody waits for a broker that is in no ISR yet. Once the controller has unfenced it, it can be in the ISR of new
 * topics: should its start take longer than the fallback time from there, records come over the wire. Thread-safe.
 */
final class StartHold {

    private static final Logger LOG = LoggerFactory.getLogger(StartHold.class);

    private final Ticker ticker;
    private final BooleanSupplier isUnfenced;
    private final LongSupplier limitNanos;
    private final AtomicReference<@Nullable Long> unfencedNanos = new AtomicReference<>();
    private volatile boolean ended;

    /**
     * Begins to hold.
     *
     * @param isUnfenced whether the controller counts on the broker
     * @param limitNanos how long it may last from then on
     */
    StartHold(Ticker ticker, BooleanSupplier isUnfenced, LongSupplier limitNanos) {
        this.ticker = ticker;
        this.isUnfenced = isUnfenced;
        this.limitNanos = limitNanos;
    }

    boolean isOn() {
        if (ended) {
            return false;
        }
        if (!isUnfenced.getAsBoolean()) {
            return true;
        }
        long now = ticker.nanos();
        unfencedNanos.compareAndSet(null, now);
        Long since = unfencedNanos.get();
        if (since == null || now - since < limitNanos.getAsLong()) {
            return true;
        }
        if (!ended) {
            LOG.warn("the broker's start takes long, records of WAL topics come over the wire until it is over");
        }
        end();
        return false;
    }

    /** The start is over, or has failed. */
    void end() {
        ended = true;
    }
}
