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

package io.culvert.core.upload;

import io.culvert.api.StoragePrices;

/**
 * What it costs to replicate through the store and over the wire, in US dollars.
 *
 * <p>Every follower is taken to be in another zone. What an object costs to keep is left out: it is deleted within seconds,
 * and a GB costs $0.00015 an hour at the highest list price.
 */
final class CostModel {

    /** Cross-zone bytes of a section and a follower: its share of the fetch, of the answer and of the reference in it. */
    static final int SECTION_PROTOCOL_BYTES = 280;

    /** An object is worth its PUT when what does not shrink with its size costs at most this part of the wire's price. */
    private static final double WORTH_IT = 0.01;

    private static final double GB = 1e9;

    private final StoragePrices prices;
    private final double crossZoneUsdPerByte;

    CostModel(UploadSettings settings) {
        this.prices = settings.prices();
        this.crossZoneUsdPerByte = settings.crossZoneUsdPerGb() / GB;
    }

    private double requestsUsd(int followerBrokers) {
        return prices.perThousandPuts() / 1000 + followerBrokers * prices.perThousandGets() / 1000;
    }

    /**
     * What an object costs in the store, from its PUT to the last GET. What its references cost between zones is left out:
     * the same records over the wire need a fetch and an answer too.
     */
    double objectUsd(long bytes, long followerBytes, int followerBrokers) {
        return requestsUsd(followerBrokers)
                + bytes * prices.perGbUploaded() / GB
                + followerBytes * prices.perGbRetrieved() / GB;
    }

    /** What the same bytes cost over the wire. */
    double wireUsd(long followerBytes) {
        return followerBytes * crossZoneUsdPerByte;
    }

    /** Says whether waiting for more bytes would save hardly anything. */
    boolean isWorthIt(OpenObject open) {
        double references = open.followerSections() * SECTION_PROTOCOL_BYTES * crossZoneUsdPerByte;
        return requestsUsd(open.followerBrokers()) + references <= WORTH_IT * wireUsd(open.followerBytes());
    }
}
