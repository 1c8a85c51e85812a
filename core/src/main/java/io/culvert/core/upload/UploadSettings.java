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

import io.culvert.api.StoragePrices;
import io.culvert.core.config.CatchupSource;
import io.culvert.core.config.UploadPolicy;
import io.culvert.core.config.WalConfig;
import java.util.concurrent.TimeUnit;

/**
 * The settings that the leader side follows, as they are at one moment. Immutable.
 *
 * @param paused whether everything goes over the wire
 * @param policy when an open object is uploaded
 * @param lingerNanos the longest time an open object waits for more, at least 0
 * @param maxObjectBytes section bytes at which an object is sealed, at least 1
 * @param maxInflight how many PUTs of the tail run at once, at least 1
 * @param fallbackNanos how long the store may delay a record on its whole way to a follower, at least 1
 * @param catchupSource where followers below the index get their records from
 * @param retentionNanos how long an object is kept for a replica that does not pass it, at least 1
 * @param prices what the store charges
 * @param crossZoneUsdPerGb what a GB between zones costs
 */
public record UploadSettings(
        boolean paused,
        UploadPolicy policy,
        long lingerNanos,
        int maxObjectBytes,
        int maxInflight,
        long fallbackNanos,
        CatchupSource catchupSource,
        long retentionNanos,
        StoragePrices prices,
        double crossZoneUsdPerGb) {

    public UploadSettings {
        if (lingerNanos < 0 || maxObjectBytes < 1 || maxInflight < 1 || fallbackNanos < 1 || retentionNanos < 1) {
            throw new IllegalArgumentException("upload settings out of range: lingerNanos=" + lingerNanos
                    + " maxObjectBytes=" + maxObjectBytes + " maxInflight=" + maxInflight + " fallbackNanos="
                    + fallbackNanos + " retentionNanos=" + retentionNanos);
        }
        if (!Double.isFinite(crossZoneUsdPerGb) || crossZoneUsdPerGb < 0) {
            throw new IllegalArgumentException(
                    "price must be a finite number of at least 0: crossZoneUsdPerGb=" + crossZoneUsdPerGb);
        }
    }

    /** The settings that a broker's configuration asks for, with the store's list prices where it sets none. */
    public static UploadSettings of(WalConfig config, StoragePrices listPrices) {
        return new UploadSettings(
                config.paused(),
                config.uploadPolicy(),
                TimeUnit.MILLISECONDS.toNanos(config.uploadLingerMs()),
                config.uploadMaxBytes(),
                config.uploadMaxInflight(),
                TimeUnit.MILLISECONDS.toNanos(config.fallbackMs()),
                config.catchupSource(),
                TimeUnit.MILLISECONDS.toNanos(config.retentionMs()),
                config.storagePrices(listPrices),
                config.crossZonePricePerGb());
    }

    /**
     * The age at which a record goes over the wire if no follower has its reference yet: the rest of the time is for reading
     * it from the store.
     */
    long uploadNanos() {
        return fallbackNanos - fallbackNanos / 4;
    }

    /**
     * For how long a PUT may run, with no other succeeding meanwhile, before the store counts as hanging: for less than
     * {@link #uploadNanos}, so that all partitions go over the wire at once and not one after the other.
     */
    long hangNanos() {
        return fallbackNanos / 2;
    }

    /** How long a probe of the store may take: clearly less than what opens the breaker again. */
    long probeNanos() {
        return uploadNanos() / 2;
    }

    /**
     * The age from which on a record that a follower asks for says that the follower is behind, and nothing of the store:
     * what the store delays is over the wire long before.
     */
    long behindNanos() {
        return 2 * fallbackNanos;
    }

    /** How long after a reference was handed out a follower may still read its object: then its own deadline is over. */
    long graceNanos() {
        return 2 * fallbackNanos;
    }
}
