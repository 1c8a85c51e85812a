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

import io.culvert.api.RemoteWalStorageManager;
import io.culvert.api.StoragePrices;
import io.culvert.core.config.WalConfig;
import io.culvert.core.upload.UploadSettings;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The uploader's view of the broker's settings, worked out once for each of them. Thread-safe. */
final class CachedSettings implements Supplier<UploadSettings> {

    private final Supplier<WalConfig> config;
    private final Function<WalConfig, UploadSettings> view;
    private volatile @Nullable Entry last;

    private record Entry(WalConfig config, UploadSettings settings) {}

    /** Settings with the list prices of a store, which are asked for here and never again. */
    static CachedSettings withPricesOf(RemoteWalStorageManager store, Supplier<WalConfig> config) {
        StoragePrices listPrices = store.listPrices();
        return new CachedSettings(config, now -> UploadSettings.of(now, listPrices));
    }

    CachedSettings(Supplier<WalConfig> config, Function<WalConfig, UploadSettings> view) {
        this.config = config;
        this.view = view;
    }

    @Override
    public UploadSettings get() {
        WalConfig now = config.get();
        Entry known = last;
        if (known == null || known.config() != now) {
            known = new Entry(now, view.apply(now));
            last = known;
        }
        return known.settings();
    }
}
