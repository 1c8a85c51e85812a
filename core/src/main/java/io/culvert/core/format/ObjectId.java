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

package io.culvert.core.format;

/**
 * Names a WAL object by numbers alone, so that a reference can never lead outside this cluster's prefix.
 *
 * @param brokerId the broker that wrote it, at least 0
 * @param brokerEpoch the KRaft broker epoch of that process's first registration, at least 0; with the broker id it names
 *     a stream
 * @param sequence position in the stream, from 0
 */
public record ObjectId(int brokerId, long brokerEpoch, long sequence) {

    public ObjectId {
        if (brokerId < 0 || brokerEpoch < 0 || sequence < 0) {
            throw new IllegalArgumentException("object id has a negative part: brokerId=" + brokerId + " brokerEpoch="
                    + brokerEpoch + " sequence=" + sequence);
        }
    }
}
