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
 * An object as a listing shows it.
 *
 * @param key the object's key
 * @param size its length in bytes, at least 0
 * @param lastModifiedMs when it was created by the store's clock, in milliseconds since the epoch; for display and for
 *     ages only, no safety rests on it
 */
public record ObjectSummary(String key, long size, long lastModifiedMs) {

    public ObjectSummary {
        if (size < 0) {
            throw new IllegalArgumentException("negative object size: key=" + key + " size=" + size);
        }
    }
}
