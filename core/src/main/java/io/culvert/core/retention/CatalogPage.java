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

package io.culvert.core.retention;

import io.culvert.core.format.ObjectId;
import java.util.List;
import java.util.Optional;

/**
 * One page of the objects under this cluster's prefix.
 *
 * @param objects the objects, in no promised order
 * @param continuation what to pass for the next page; empty on the last one
 */
public record CatalogPage(List<ObjectId> objects, Optional<String> continuation) {

    public CatalogPage {
        objects = List.copyOf(objects);
    }
}
