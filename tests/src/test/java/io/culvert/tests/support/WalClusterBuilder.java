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

package io.culvert.tests.support;

import io.culvert.cluster.AgentJar;
import io.culvert.cluster.FileTree;
import io.culvert.cluster.KafkaCluster;
import io.culvert.cluster.KafkaClusterBuilder;
import io.culvert.cluster.KafkaDistribution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Describes a {@link WalCluster} before it starts.
 *
 * <p>Not thread-safe.
 */
public final class WalClusterBuilder {

    private final Path directory;
    private final List<Consumer<KafkaClusterBuilder>> changes = new ArrayList<>();
    private String version = KafkaDistribution.DEFAULT_VERSION;
    private @Nullable Path store;

    WalClusterBuilder(String name) {
        directory = Path.of("target", "it", name).toAbsolutePath();
    }

    /** Sets the Kafka version. */
    public WalClusterBuilder version(String newVersion) {
        version = newVersion;
        return this;
    }

    /** Uses another folder as the store than {@code store} in the cluster's own; it is created if it is missing. */
    public WalClusterBuilder store(Path folder) {
        store = folder.toAbsolutePath();
        return this;
    }

    /** Sets a server property of all brokers. */
    public WalClusterBuilder property(String name, String value) {
        return with(builder -> builder.property(name, value));
    }

    /** Changes what {@link KafkaCluster} is started with. */
    public WalClusterBuilder with(Consumer<KafkaClusterBuilder> change) {
        changes.add(change);
        return this;
    }

    /** Starts the brokers and waits until all have started. */
    public WalCluster start() {
        Path folder = store == null ? directory.resolve("store") : store;
        prepare(folder);
        KafkaClusterBuilder builder = KafkaCluster.builder(KafkaDistribution.of(version), directory)
                .zones(WalCluster.ZONES)
                .agent(AgentJar.culvert())
                .properties(properties(folder));
        changes.forEach(change -> change.accept(builder));
        return new WalCluster(builder.start(), folder);
    }

    /** Makes the folder, and empties it of what an earlier run has left. */
    private static void prepare(Path folder) {
        FileTree.delete(folder);
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare the store's folder: directory=" + folder, e);
        }
    }

    private static Map<String, String> properties(Path store) {
        Map<String, String> properties = new TreeMap<>();
        properties.put("remote.wal.storage.system.enable", "true");
        properties.put(
                "remote.wal.storage.manager.class.name",
                "io.culvert.storage.filesystem.FileSystemRemoteWalStorageManager");
        properties.put("rwsm.config.root", store.toString());
        properties.put("remote.wal.upload.policy", "latency");
        // A busy machine must not send records over the wire where a test wants to see the object path.
        properties.put("remote.wal.fallback.ms", "10000");
        properties.put("replica.selector.class", "org.apache.kafka.common.replica.RackAwareReplicaSelector");
        // Dead brokers are noticed sooner than after Kafka's 9 s, but a slow machine's are not taken for dead.
        properties.put("broker.session.timeout.ms", "6000");
        properties.put("broker.heartbeat.interval.ms", "500");
        return properties;
    }
}
