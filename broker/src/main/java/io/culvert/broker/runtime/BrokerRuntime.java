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

import io.culvert.broker.hooks.BrokerHooks;
import io.culvert.broker.hooks.ParkedFetch;
import io.culvert.broker.hooks.PartitionHooks;
import io.culvert.core.config.WalConfig;
import io.culvert.core.time.Ticker;
import io.culvert.core.upload.LeaderSide;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import kafka.cluster.Partition;
import kafka.server.BrokerServer;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.metadata.BrokerState;
import org.apache.kafka.server.LeaderEndPoint;
import org.apache.kafka.server.storage.log.FetchParams;
import org.apache.kafka.storage.internals.log.FetchPartitionStatus;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What Culvert is in one broker: knows its WAL partitions from the start, and has the {@link DataPath} from the moment the
 * broker serves requests until it shuts down. Without a data path everything goes over the wire.
 *
 * <p>Thread-safe.
 */
final class BrokerRuntime implements BrokerHooks {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerRuntime.class);

    private final BrokerServer server;
    private final LoadedStorageManager storage;
    private final FetchMarks marks = new FetchMarks();
    private final WalTopics topics;
    private final ConcurrentMap<TopicPartition, WalPartition> partitions = new ConcurrentHashMap<>();
    private final AtomicLong settingsVersion = new AtomicLong();
    private final StartHold startHold;

    private volatile WalConfig config;
    private volatile @Nullable ReplicaManager replicaManager;
    private volatile @Nullable DataPath dataPath;
    private boolean stopped;

    /**
     * Makes the runtime of a broker that is about to start.
     *
     * @param config checked settings with the storage system enabled
     * @param storage configured; this runtime closes it
     */
    BrokerRuntime(BrokerServer server, WalConfig config, LoadedStorageManager storage) {
        this.server = server;
        this.config = config;
        this.storage = storage;
        this.topics = new WalTopics(() -> this.config);
        this.startHold = new StartHold(
                Ticker.system(),
                () -> server.lifecycleManager().state() == BrokerState.RUNNING,
                () -> TimeUnit.MILLISECONDS.toNanos(this.config.fallbackMs()));
    }

    WalConfig config() {
        return config;
    }

    @Override
    public void attach(ReplicaManager manager) {
        replicaManager = manager;
    }

    @Override
    public synchronized void started() {
        try {
            openDataPath();
        } finally {
            startHold.end();
        }
    }

    private void openDataPath() {
        ReplicaManager manager = replicaManager;
        if (stopped || manager == null) {
            return;
        }
        try {
            // Registered before the settings are read: a change in between is not missed.
            server.config().dynamicConfig().addReconfigurable(new WalReconfigurable(this));
            reconfigure(config.withBrokerProperties(server.config().originals()));
            dataPath = DataPath.open(server, manager, this, storage);
            LOG.info(
                    "object path ready: brokerId={} store={} policy={}",
                    server.config().nodeId(),
                    storage.manager().getClass().getName(),
                    config.uploadPolicy());
        } catch (RuntimeException e) {
            LOG.error(
                    "object path not available, everything replicates over the wire: brokerId={}",
                    server.config().nodeId(),
                    e);
        }
    }

    @Override
    public synchronized void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        startHold.end();
        DataPath open = dataPath;
        dataPath = null;
        if (open != null) {
            open.close();
        }
        try {
            storage.close();
        } catch (Exception e) {
            LOG.warn(
                    "storage manager did not close: brokerId={}",
                    server.config().nodeId(),
                    e);
        }
    }

    /** Takes over changed settings. */
    void reconfigure(WalConfig changed) {
        config = changed;
        settingsVersion.incrementAndGet();
        DataPath open = dataPath;
        if (open != null) {
            open.settingsChanged();
            leave(open, partitions.values());
        }
    }

    /** The settings of some topics changed. */
    void topicsReconfigured(Set<String> names) {
        settingsVersion.incrementAndGet();
        DataPath open = dataPath;
        if (open != null) {
            leave(
                    open,
                    partitions.values().stream()
                            .filter(partition -> names.contains(partition.topic()))
                            .toList());
        }
    }

    /** Fetches that are parked for a partition whose topic left must not wait for a reference that will never come. */
    private static void leave(DataPath open, Collection<WalPartition> candidates) {
        List<TopicIdPartition> left = new ArrayList<>();
        for (WalPartition partition : candidates) {
            TopicIdPartition id = partition.id();
            if (id != null && !partition.isWal()) {
                left.add(id);
            }
        }
        open.leave(left);
    }

    /** Forgets partition objects that the broker does not host any more. */
    void forgetGone(Set<TopicIdPartition> gone) {
        ReplicaManager manager = replicaManager;
        for (TopicIdPartition id : gone) {
            if (manager != null && manager.onlinePartition(id.topicPartition()).isEmpty()) {
                partitions.remove(id.topicPartition());
            }
        }
    }

    @Override
    public PartitionHooks partition(Partition partition) {
        WalPartition created = new WalPartition(partition, topics, this::leaderSide, marks);
        partitions.put(partition.topicPartition(), created);
        return created;
    }

    private @Nullable LeaderSide leaderSide() {
        DataPath open = dataPath;
        return open == null ? null : open.leaderSide();
    }

    @Override
    public LeaderEndPoint wrapLeader(LeaderEndPoint leader) {
        return new WalLeaderEndPoint(leader, startHold::isOn, this::followerParts, this::isWal, this::maxAppendBytes);
    }

    private WalLeaderEndPoint.@Nullable Parts followerParts() {
        DataPath open = dataPath;
        return open == null ? null : open.followerParts();
    }

    /** Whether a partition that this broker hosts belongs to a WAL topic now. */
    boolean isWal(TopicPartition partition) {
        WalPartition known = partitions.get(partition);
        return known != null && known.isWal();
    }

    private int maxAppendBytes(TopicPartition partition) {
        WalPartition known = partitions.get(partition);
        return known == null ? Integer.MAX_VALUE : known.maxAppendBytes();
    }

    boolean isWal(TopicPartition partition, UnifiedLog log) {
        WalPartition known = partitions.get(partition);
        return known != null && known.isWal(log);
    }

    @Override
    public int fetcherId(TopicPartition partition, int stockId) {
        return isWal(partition) ? -1 - stockId : stockId;
    }

    @Override
    public @Nullable ParkedFetch parked(FetchParams params, Map<TopicIdPartition, FetchPartitionStatus> fetched) {
        LeaderSide side = leaderSide();
        if (side == null || !marks.allowsReferences(params)) {
            return null;
        }
        return ParkedReferenceFetch.of(
                () -> side.version() + settingsVersion.get(),
                params.replicaId,
                fetched,
                id -> partitions.get(id.topicPartition()));
    }
}
