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

import io.culvert.core.time.Ticker;
import java.util.concurrent.TimeUnit;

/** A clock that stands still until it is moved. */
public final class ManualTicker implements Ticker {

    private volatile long nanos;

    public ManualTicker() {
        this(TimeUnit.DAYS.toNanos(7));
    }

    public ManualTicker(long nanos) {
        this.nanos = nanos;
    }

    @Override
    public long nanos() {
        return nanos;
    }

    public void advanceTo(long newNanos) {
        if (newNanos - nanos < 0) {
            throw new IllegalArgumentException("a ticker never goes back: from=" + nanos + " to=" + newNanos);
        }
        nanos = newNanos;
    }
}
