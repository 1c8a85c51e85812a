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

import static org.assertj.core.api.Assertions.assertThat;

import io.culvert.api.RemoteWalStorageManager;
import io.culvert.api.StoragePrices;
import io.culvert.core.config.WalConfig;
import io.culvert.core.upload.UploadSettings;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class CachedSettingsTest {

    private static final StoragePrices PRICES = new StoragePrices(1, 2, 3, 4, 5);

    private final AtomicInteger priceReads = new AtomicInteger();
    private final AtomicReference<WalConfig> config = new AtomicReference<>(WalConfig.of(Map.of(), Map.of()));
    private final CachedSettings settings = CachedSettings.withPricesOf(store(), config::get);

    private RemoteWalStorageManager store() {
        return (RemoteWalStorageManager) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RemoteWalStorageManager.class}, (proxy, method, args) -> {
                    assertThat(method.getName()).isEqualTo("listPrices");
                    priceReads.incrementAndGet();
                    return PRICES;
                });
    }

    @Test
    void readsPricesOnceHoweverOftenSettingsChange() {
        assertThat(settings.get().prices()).isEqualTo(PRICES);
        config.set(WalConfig.of(Map.of("remote.wal.fallback.ms", "2500"), Map.of()));

        UploadSettings changed = settings.get();

        assertThat(changed.prices()).isEqualTo(PRICES);
        assertThat(changed.fallbackNanos()).isEqualTo(2_500_000_000L);
        assertThat(priceReads).hasValue(1);
    }

    @Test
    void worksItsViewOutOnceForEachConfig() {
        UploadSettings first = settings.get();

        assertThat(settings.get()).isSameAs(first);
        config.set(WalConfig.of(Map.of(), Map.of()));
        assertThat(settings.get()).isNotSameAs(first);
    }
}
