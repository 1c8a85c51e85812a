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

package io.culvert.api;

/**
 * What a store charges, in US dollars.
 *
 * @param perThousandPuts per 1,000 PUT requests
 * @param perThousandGets per 1,000 GET requests
 * @param perGbUploaded per GB (10^9 bytes) written
 * @param perGbRetrieved per GB read
 * @param perGbMonth per GB kept for a month of 730 hours
 */
public record StoragePrices(
        double perThousandPuts,
        double perThousandGets,
        double perGbUploaded,
        double perGbRetrieved,
        double perGbMonth) {

    /** A store that charges neither for requests nor for bytes, such as a mounted volume paid by the hour. */
    public static final StoragePrices FREE = new StoragePrices(0, 0, 0, 0, 0);

    public StoragePrices {
        requirePrice("perThousandPuts", perThousandPuts);
        requirePrice("perThousandGets", perThousandGets);
        requirePrice("perGbUploaded", perGbUploaded);
        requirePrice("perGbRetrieved", perGbRetrieved);
        requirePrice("perGbMonth", perGbMonth);
    }

    private static void requirePrice(String name, double value) {
        if (!Double.isFinite(value) || value < 0) {
            throw new IllegalArgumentException("price must be a finite number of at least 0: " + name + "=" + value);
        }
    }
}
