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

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Lists what the store holds of this cluster. Thread-safe; never blocks its caller for the store. */
@FunctionalInterface
public interface ObjectCatalog {

    /**
     * Lists a page of the objects under this cluster's prefix, of all brokers; other keys are left out.
     *
     * @param continuation empty for the first page, else {@link CatalogPage#continuation()} of the page before
     */
    CompletableFuture<CatalogPage> list(Optional<String> continuation);
}
