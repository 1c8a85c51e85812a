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

package io.culvert.cluster.load;

import java.util.Map;

/** What a producer waits for. */
public enum Acks {
    /** The leader alone. */
    ONE,

    /** All replicas in sync. */
    ALL;

    /**
     * Returns the producer's settings, under which nothing is written twice or out of order: with {@code acks=all} it is
     * idempotent, and with {@code acks=1}, which cannot be, it does not retry.
     */
    public Map<String, Object> configs() {
        return switch (this) {
            case ONE -> Map.of("acks", "1", "enable.idempotence", "false", "retries", "0");
            case ALL -> Map.of("acks", "all", "enable.idempotence", "true");
        };
    }
}
