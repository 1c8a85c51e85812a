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

package io.culvert.core.simulation;

import io.culvert.core.loop.LoopTask;
import io.culvert.core.retention.DeleteQueue;
import io.culvert.core.retention.ObjectRetention;
import io.culvert.core.retention.RetentionObserver;
import io.culvert.core.retention.StreamSweeper;
import io.culvert.core.upload.UploadObserver;
import io.culvert.core.upload.UploadSettings;
import io.culvert.core.upload.WalUploader;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicIdPartition;
import org.jspecify.annotations.Nullable;

/** A broker and, while it is up, the process with its leader side. */
final class SimulatedBroker {

    private final int id;
    private final World world;
    private final FaultyStore store;
    private final SimulatedCluster cluster;
    private final Supplier<UploadSettings> settings;
    private @Nullable BrokerProcess process;
    private long upSinceNanos;

    SimulatedBroker(
            int id, World world, FaultyStore store, SimulatedCluster cluster, Supplier<UploadSettings> settings) {
        this.id = id;
        this.world = world;
        this.store = store;
        this.cluster = cluster;
        this.settings = settings;
    }

    int id() {
        return id;
    }

    boolean isUp() {
        return process != null;
    }

    long upSinceNanos() {
        return upSinceNanos;
    }

    void start(long brokerEpoch) {
        process = new BrokerProcess(brokerEpoch);
        upSinceNanos = world.nanos();
        process.wake();
    }

    void crash() {
        BrokerProcess running = process;
        if (running != null) {
            running.dead = true;
        }
        process = null;
    }

    /** The leader side; only while the broker is up. */
    WalUploader uploader() {
        BrokerProcess running = process;
        if (running == null) {
            throw new AssertionError("broker is down: " + id);
        }
        return running.uploader;
    }

    /** Tells the leader side, if it is there, that a partition is led elsewhere now. */
    void leadershipLost(TopicIdPartition partition) {
        if (process != null) {
            uploader().leadershipLost(partition);
        }
    }

    void settingsChanged() {
        if (process != null) {
            uploader().settingsChanged();
        }
    }

    /** One process: its stream, and what its owner thread runs. */
    private final class BrokerProcess {

        private final WalUploader uploader;
        private final List<LoopTask> tasks;
        private boolean dead;
        private boolean scheduled;
        private long round;

        BrokerProcess(long brokerEpoch) {
            RetentionObserver nobody = new RetentionObserver() {};
            DeleteQueue deletes = new DeleteQueue(store, nobody, this::wake);
            ObjectRetention retention = new ObjectRetention(deletes, nobody);
            uploader = new WalUploader(new WalUploader.Environment(
                    "cluster",
                    id,
                    brokerEpoch,
                    partition -> dead
                            ? Optional.empty()
                            : cluster.partition(partition).view(id),
                    store,
                    this::wakeFetches,
                    retention,
                    settings,
                    new UploadObserver() {},
                    world,
                    this::wake));
            StreamSweeper sweeper = new StreamSweeper(
                    new StreamSweeper.Environment(
                            id,
                            brokerEpoch,
                            store,
                            this::liveBrokers,
                            uploader::isInFlight,
                            () -> 2 * settings.get().fallbackNanos(),
                            () -> settings.get().retentionNanos(),
                            () -> 20 * World.SECOND,
                            this::wake),
                    deletes,
                    retention,
                    nobody,
                    world.nanos());
            tasks = List.of(uploader, retention, sweeper);
        }

        private Set<Integer> liveBrokers() {
            return new TreeSet<>(cluster.liveBrokers());
        }

        private void wakeFetches(Collection<TopicIdPartition> partitions) {
            if (!dead) {
                cluster.wakeFetches(id, partitions);
            }
        }

        /** The owner thread runs a little later than it is woken: request threads come in between. */
        private void wake() {
            if (!scheduled && !dead) {
                scheduled = true;
                world.after(world.chance(0.9) ? world.between(0, 100_000) : world.msBetween(0, 20), this::run);
            }
        }

        private void run() {
            if (dead) {
                return;
            }
            scheduled = false;
            long thisRound = ++round;
            long wait = Long.MAX_VALUE;
            for (LoopTask task : tasks) {
                wait = Math.min(wait, task.runOnce(world.nanos()));
            }
            cluster.checkBounds(uploader);
            if (wait < Long.MAX_VALUE && !scheduled) {
                world.after(wait, () -> {
                    if (thisRound == round) {
                        run();
                    }
                });
            }
        }
    }
}
