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

import org.apache.kafka.common.requests.FetchRequest;

/**
 * A stock fetch request that the leader holds for a few milliseconds only, sent while a read from the store is under way
 * for partitions that it leaves out.
 */
final class ShortWaitFetch extends FetchRequest.Builder {

    private final FetchRequest.Builder stock;
    private final int maxWaitMs;

    ShortWaitFetch(FetchRequest.Builder stock, int maxWaitMs) {
        super(
                stock.oldestAllowedVersion(),
                stock.latestAllowedVersion(),
                FetchRequest.ORDINARY_CONSUMER_ID,
                -1,
                maxWaitMs,
                0,
                stock.fetchData());
        this.stock = stock;
        this.maxWaitMs = maxWaitMs;
    }

    @Override
    public FetchRequest build(short version) {
        FetchRequest request = stock.build(version);
        request.data().setMaxWaitMs(Math.min(maxWaitMs, request.data().maxWaitMs()));
        return request;
    }

    @Override
    public String toString() {
        return stock.toString();
    }
}
