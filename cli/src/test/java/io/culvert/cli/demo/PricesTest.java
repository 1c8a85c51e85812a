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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.culvert.cluster.load.Traffic;
import org.junit.jupiter.api.Test;

final class PricesTest {

    private static final long GB = 1_000_000_000L;

    @Test
    void plainReplicationOfAGbCrossesTwoZoneBoundaries() {
        Traffic plain = new Traffic(2 * GB, 0, 0, 0, 0, 0);

        assertThat(Prices.S3_EXPRESS.perGb(plain, GB)).isCloseTo(0.04, within(1e-9));
    }

    /** A thousand objects of 1 MB, each read by two followers: the sum that the design gives, without storage. */
    @Test
    void theStoreChargesForRequestsAndForBytesBothWays() {
        Traffic wal = new Traffic(0, 1_000, 2_000, GB, 2 * GB, 0);

        assertThat(Prices.S3_EXPRESS.puts(wal)).isCloseTo(0.0032 + 0.00113, within(1e-9));
        assertThat(Prices.S3_EXPRESS.gets(wal)).isCloseTo(2 * 0.0006 + 2 * 0.00003, within(1e-9));
        assertThat(Prices.S3_EXPRESS.total(wal)).isCloseTo(0.00559, within(1e-9));
    }

    @Test
    void trafficBetweenTwoReadingsIsTheirDifference() {
        Traffic before = new Traffic(1, 2, 3, 4, 5, 6);
        Traffic phase = new Traffic(10, 20, 30, 40, 50, 60);

        assertThat(before.plus(phase).minus(before)).isEqualTo(phase);
    }
}
