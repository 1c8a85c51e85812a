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

package io.culvert.tests.load;

import static org.awaitility.Awaitility.await;

import io.culvert.tests.support.ReplicationTraffic;
import io.culvert.tests.support.WalCluster;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Waits, under load, until replication takes the one path or the other. */
public final class ReplicationPath {

    private static final Duration WINDOW = Duration.ofMillis(800);

    private ReplicationPath() {}

    /** Waits until nearly all of at least {@code leastBytes} that followers append within 0.8 s came through the store. */
    public static void awaitThroughTheStore(WalCluster cluster, long leastBytes, Duration atMost) {
        awaitWindow("replication through the store", cluster, atMost, seen -> seen.assertThroughTheStore(leastBytes));
    }

    /** Waits until all of at least {@code leastBytes} that followers append within 0.8 s came over the wire. */
    public static void awaitOverTheWire(WalCluster cluster, long leastBytes, Duration atMost) {
        awaitWindow("replication over the wire", cluster, atMost, seen -> seen.assertOverTheWire(leastBytes));
    }

    private static void awaitWindow(
            String what, WalCluster cluster, Duration atMost, Consumer<ReplicationTraffic> condition) {
        AtomicReference<ReplicationTraffic> before = new AtomicReference<>(cluster.traffic());
        await(what).atMost(atMost).pollDelay(WINDOW).pollInterval(WINDOW).untilAsserted(() -> {
            ReplicationTraffic now = cluster.traffic();
            condition.accept(now.since(before.getAndSet(now)));
        });
    }
}
