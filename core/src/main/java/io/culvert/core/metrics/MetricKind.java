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

import java.util.List;

/** What a metric is made of, and so which names it has. */
enum MetricKind {
    /** A value that goes up and down. */
    GAUGE(""),
    /** A sum since the broker's start. */
    COUNTER("-total"),
    /** A sum since the broker's start, and its growth per second over the last minute or so. */
    METER("-rate", "-total"),
    /** The mean over the last minute or so. */
    MEAN("-avg"),
    /** Mean, percentiles and largest over the last minute or so. */
    DISTRIBUTION("-avg", "-p50", "-p95", "-p99", "-p999", "-max");

    @SuppressWarnings("ImmutableEnumChecker") // List.of gives a list that never changes
    private final List<String> suffixes;

    MetricKind(String... suffixes) {
        this.suffixes = List.of(suffixes);
    }

    /** What is added to the metric's name, once for each name that it has. */
    List<String> suffixes() {
        return suffixes;
    }
}
