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

import io.culvert.api.StoragePrices;
import io.culvert.cluster.load.Traffic;

/**
 * What traffic costs, in US dollars; a GB has 10^9 bytes.
 *
 * @param crossZonePerGb transfer from one zone to another, both directions together
 * @param store what the store charges
 */
record Prices(double crossZonePerGb, StoragePrices store) {

    /** Amazon's list prices of us-east-1 in 2026, with S3 Express One Zone as the store. */
    static final Prices S3_EXPRESS = new Prices(0.02, new StoragePrices(0.00113, 0.00003, 0.0032, 0.0006, 0.11));

    private static final double GB = 1e9;

    double crossZone(Traffic traffic) {
        return traffic.crossZoneBytes() / GB * crossZonePerGb;
    }

    double puts(Traffic traffic) {
        return traffic.puts() / 1000.0 * store.perThousandPuts() + traffic.putBytes() / GB * store.perGbUploaded();
    }

    double gets(Traffic traffic) {
        return traffic.gets() / 1000.0 * store.perThousandGets() + traffic.getBytes() / GB * store.perGbRetrieved();
    }

    double total(Traffic traffic) {
        return crossZone(traffic) + puts(traffic) + gets(traffic);
    }

    /** Returns the price of replicating one GB that was produced. */
    double perGb(Traffic traffic, long producedBytes) {
        return total(traffic) / (producedBytes / GB);
    }
}
