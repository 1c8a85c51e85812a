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

package io.culvert.tests.violations;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Breaks no rule, though it tells the time, rolls dice and has constants. */
public final class WellBehaved {

    private static final List<String> NAMES = List.of("a", "b");
    private static final Map<String, Integer> SIZES = Map.of("a", 1);
    private static final byte[] MAGIC = {1, 2};

    private final Clock clock;
    private final RandomGenerator random;

    public WellBehaved(Clock clock, long seed) {
        this.clock = clock;
        this.random = new Random(seed);
    }

    public String describe() {
        Instant now = Instant.now(clock);
        String name = NAMES.get(random.nextInt(NAMES.size()));
        return name + SIZES.getOrDefault(name, MAGIC.length) + now;
    }

    /** A value may have a constant of its own type. */
    public record Price(double usd) {

        public static final Price FREE = new Price(0);
    }

    /** An interface may have an implementation that does nothing. */
    public interface Observer {

        Observer NONE = () -> {};

        void observed();
    }

    /** An enum's constants have its type. */
    public enum Policy {
        COST,
        LATENCY
    }
}
