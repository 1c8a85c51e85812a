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

package io.culvert.cli.demo;

import io.culvert.cluster.load.Acks;
import org.HdrHistogram.Histogram;

/**
 * What acknowledgements of one topic took, in microseconds.
 *
 * @param acks1 of the leader alone
 * @param acksAll of all replicas in sync
 */
record Latencies(Histogram acks1, Histogram acksAll) {

    Latencies() {
        this(new Histogram(3), new Histogram(3));
    }

    Histogram of(Acks acks) {
        return acks == Acks.ONE ? acks1 : acksAll;
    }

    static double milliseconds(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / 1000.0;
    }
}
