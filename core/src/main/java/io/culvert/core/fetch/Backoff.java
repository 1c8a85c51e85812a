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

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Waits that double from a first one up to a minute, spread by chance so that many do not end together. */
final class Backoff {

    private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final double SPREAD = 0.25;

    private final LongSupplier firstNanos;
    private final RandomGenerator random;

    Backoff(LongSupplier firstNanos, RandomGenerator random) {
        this.firstNanos = firstNanos;
        this.random = random;
    }

    long first() {
        return Math.max(1, Math.min(MAX_NANOS, firstNanos.getAsLong()));
    }

    /** The wait after {@code nanos}, before it is spread. */
    long next(long nanos) {
        return Math.min(MAX_NANOS, Math.max(first(), 2 * nanos));
    }

    /** {@code nanos} made longer or shorter by up to a quarter. */
    long spread(long nanos) {
        return (long) (nanos * (1 - SPREAD + 2 * SPREAD * random.nextDouble()));
    }
}
