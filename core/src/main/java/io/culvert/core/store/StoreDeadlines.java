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

package io.culvert.core.store;

import java.time.Duration;

/**
 * How long the store may take to answer a call.
 *
 * @param put for creating an object, reading it back included where that is needed
 * @param get for reading a range
 * @param delete for deleting any number of objects
 * @param list for one page of a listing
 */
public record StoreDeadlines(Duration put, Duration get, Duration delete, Duration list) {

    public StoreDeadlines {
        requirePositive("put", put);
        requirePositive("get", get);
        requirePositive("delete", delete);
        requirePositive("list", list);
    }

    private static void requirePositive(String name, Duration deadline) {
        if (deadline.isZero() || deadline.isNegative()) {
            throw new IllegalArgumentException("deadline must be longer than nothing: " + name + "=" + deadline);
        }
    }
}
