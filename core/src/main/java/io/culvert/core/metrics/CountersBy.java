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

package io.culvert.core.metrics;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** One metric's counters, one for each constant of its tag. Thread-safe. */
final class CountersBy<E extends Enum<E>> {

    private final Map<E, LongAdder> counters;

    CountersBy(MetricRegistry registry, WalMetric metric, String tag, Class<E> constants) {
        counters = new EnumMap<>(constants);
        for (E constant : constants.getEnumConstants()) {
            counters.put(constant, registry.counter(metric, tag, MetricRegistry.tag(constant)));
        }
    }

    void add(E constant, long count) {
        Objects.requireNonNull(counters.get(constant)).add(count);
    }
}
