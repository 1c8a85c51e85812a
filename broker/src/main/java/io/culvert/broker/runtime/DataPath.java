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

import io.culvert.core.fetch.FetchLimits;
import io.culvert.core.fetch.GetLatency;
import io.culvert.core.fetch.SectionFetcher;
import io.culvert.core.fetch.WirePreference;
import io.culvert.core.format.ObjectKeys;
import io.culvert.core.loop.LoopThread;
import io.culvert.core.metrics.WalMetrics;
import io.culvert.core.retention.DeleteQueue;
import io.culvert.core.retention.ObjectRetention;
import io.culvert.core.retention.StreamSweeper;
import io.culvert.core.time.Ticker;
import io.culvert.core.upload.LeaderSide;
import io.culvert.core.upload.UploadSettings;
import io.culvert.core.upload.WalUploader;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import kafka.server.BrokerServer;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.server.purgatory.TopicPartitionOperationKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The object path of one broker while it is up: its uploader, what its fetchers need, and what follows the cluster's
 * metadata. This is where the parts are put together.
 */
final class DataPath implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DataPath.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final BrokerServer server;
    private final Supplier<UploadSettings> settings;
    private final Ticker ticker;
    private final LoopThread loop;
    private final WalUploader uploader;
    private final WalMetrics metrics;
    private final StoreConnection store;
    private final GetLatency getLatency = new GetLatency();
    private final LeadershipPublisher publisher;

    private DataPath(
            BrokerServer server, ReplicaManager replicaManager, BrokerRuntime runtime, LoadedStorageManager storage) {
        this.server = server;
        this.ticker = Ticker.system();
        int brokerId = server.config().nodeId();
        long brokerEpoch = server.lifecycleManager().brokerEpoch();
        ObjectKeys keys = new ObjectKeys(runtime.config().storageKeyPrefix(), server.clusterId());
        this.settings = CachedSettings.withPricesOf(storage.manager(), runtime::config);
        this.metrics = new WalMetrics(server.metrics(), ticker);
        this.store = new StoreConnection(
                brokerId, storage, keys, () -> settings.get().fallbackNanos(), ticker, metrics.store());
        this.loop = new LoopThread("culvert-uploader-" + brokerId, ticker);
        DeleteQueue deletes = new DeleteQueue(store.deleter(), metrics.retention(), loop::wake);
        ObjectRetention retention = new ObjectRetention(deletes, metrics.retention());
        KafkaLeaderLogs logs = new KafkaLeaderLogs(replicaManager, runtime::isWal, server.time());
        this.uploader = new WalUploader(new WalUploader.Environment(
                server.clusterId(),
                brokerId,
                brokerEpoch,
                logs,
                store.sink(),
                partitions -> wake(replicaManager, partitions),
                retention,
                settings,
                metrics.upload(),
                ticker,
                loop::wake));
        metrics.watch(uploader::status);
        MetadataFollower metadata = new MetadataFollower(runtime, uploader, logs);
        this.publisher = new LeadershipPublisher(brokerId, metadata);
        LongSupplier retentionNanos = () -> settings.get().retentionNanos();
        StreamSweeper sweeper = new StreamSweeper(
                new StreamSweeper.Environment(
                        brokerId,
                        brokerEpoch,
                        store.catalog(),
                        metadata,
                        uploader::isInFlight,
                        () -> 2 * settings.get().fallbackNanos(),
                        retentionNanos,
                        retentionNanos,
                        loop::wake),
                deletes,
                retention,
                metrics.retention(),
                ticker.nanos());
        loop.start(List.of(uploader, retention, sweeper));
    }

    static DataPath open(
            BrokerServer server, ReplicaManager replicaManager, BrokerRuntime runtime, LoadedStorageManager storage) {
        DataPath path = new DataPath(server, replicaManager, runtime, storage);
        try {
            logFailure(
                    server.sharedServer().loader().installPublishers(List.of(path.publisher)),
                    "cannot follow the cluster's metadata");
            return path;
        } catch (RuntimeException e) {
            path.close();
            throw e;
        }
    }

    private static void logFailure(CompletableFuture<Void> future, String message) {
        CompletableFuture<Void> unused = future.whenComplete((nothing, failure) -> {
            if (failure != null) {
                LOG.error(message, failure);
            }
        });
    }

    private static void wake(ReplicaManager replicaManager, Collection<TopicIdPartition> partitions) {
        for (TopicIdPartition partition : partitions) {
            replicaManager.delayedFetchPurgatory().checkAndComplete(new TopicPartitionOperationKey(partition));
        }
    }

    LeaderSide leaderSide() {
        return uploader;
    }

    /** Settings have changed. */
    void settingsChanged() {
        uploader.settingsChanged();
    }

    /** Partitions left the object path. */
    void leave(Collection<TopicIdPartition> partitions) {
        partitions.forEach(uploader::leadershipLost);
    }

    /** What one replica fetcher thread needs. */
    WalLeaderEndPoint.Parts followerParts() {
        LongSupplier fallbackNanos = () -> settings.get().fallbackNanos();
        int responseMaxBytes = server.config().replicaFetchResponseMaxBytes();
        SectionFetcher sections = new SectionFetcher(
                store.source(),
                ticker,
                () -> FetchLimits.of(responseMaxBytes, TimeUnit.NANOSECONDS.toMillis(fallbackNanos.getAsLong())),
                getLatency,
                metrics.follower());
        return new WalLeaderEndPoint.Parts(
                sections,
                new WirePreference(ticker, fallbackNanos, RandomGenerator.getDefault(), metrics.follower()),
                metrics.follower()::wireBytes,
                ticker,
                fallbackNanos);
    }

    @Override
    public void close() {
        logFailure(
                server.sharedServer().loader().removeAndClosePublisher(publisher),
                "cannot stop to follow the cluster's metadata");
        if (!loop.stop(CLOSE_TIMEOUT)) {
            LOG.warn(
                    "uploader did not end in time: brokerId={}", server.config().nodeId());
        }
        store.close();
        metrics.close();
    }
}
