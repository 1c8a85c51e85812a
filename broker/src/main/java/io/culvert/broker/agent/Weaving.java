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

package io.culvert.broker.agent;

import java.util.List;
import java.util.Optional;

/**
 * What is woven into one Kafka class.
 *
 * @param className the class
 * @param addedField a field of type {@code Object} to add, for state that must be found without a look-up
 * @param methods the methods, each of which must be there exactly once
 * @param fields existing fields that the advice reads
 */
record Weaving(String className, Optional<String> addedField, List<WovenMethod> methods, List<String> fields) {

    /** Everything that is woven into Kafka. */
    static List<Weaving> all() {
        return List.of(
                BrokerServerAdvice.weaving(),
                ReplicaManagerAdvice.weaving(),
                ReplicaFetcherThreadAdvice.weaving(),
                AbstractFetcherManagerAdvice.weaving(),
                PartitionAdvice.weaving(),
                DelayedFetchAdvice.weaving(),
                LogConfigAdvice.weaving(),
                DynamicConfigAdvice.weaving());
    }
}
