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

package io.culvert.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka node: a JVM of its own with its own folder.
 *
 * <p>Thread-safe; calls that change the node's state exclude each other. All calls block until what they
 * ask for is done.
 */
public final class KafkaNode {

    private static final Duration START_TIMEOUT = Duration.ofMinutes(4);
    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(1);
    private static final String STARTED = "Kafka Server started";
    private static final int TAIL_LINES = 25;

    private final Workspace workspace;
    private final Topology topology;
    private final NodeFiles files;
    private NodeSettings settings;
    private @Nullable Process process;
    private @Nullable BrokerMetrics metrics;
    private @Nullable LogFollower startup;

    KafkaNode(Workspace workspace, Topology topology, NodeSettings settings) {
        this.workspace = workspace;
        this.topology = topology;
        this.settings = settings;
        this.files = workspace.node(settings.id());
    }

    /** Returns the node id. */
    public int id() {
        return settings().id();
    }

    /** Returns whether the node has the broker role. */
    public boolean isBroker() {
        return settings().broker();
    }

    /** Returns whether the node has the controller role. */
    public boolean isController() {
        return settings().controller();
    }

    /** Returns the node's zone, or null when it has none. */
    public @Nullable String rack() {
        return settings().rack();
    }

    /** Returns the address on which the broker serves clients. */
    public String clientAddress() {
        return Topology.address(topology.of(id()).client());
    }

    /** Returns the process id of the running node. */
    public synchronized long pid() {
        return running().pid();
    }

    /** Returns whether the node's process runs; a suspended one does. */
    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Returns what the node logged, over all its starts. */
    public LogScan log() {
        return new LogScan(files.log());
    }

    /** Returns the folders that hold its partitions. */
    public List<Path> logDirectories() {
        String directories =
                serverProperties().getOrDefault("log.dirs", files.data().toString());
        return Stream.of(directories.split(","))
                .map(String::strip)
                .map(Path::of)
                .toList();
    }

    /** Returns the {@code server.properties} of its last or next start. */
    public Map<String, String> serverProperties() {
        return ServerProperties.of(settings(), topology, files.data());
    }

    /** Returns a reader of the running node's metrics, valid until the node ends. */
    public synchronized BrokerMetrics metrics() {
        if (metrics == null) {
            metrics = BrokerMetrics.attach(running().pid());
        }
        return metrics;
    }

    /** Replaces the agent that the node's next start loads; null for stock Kafka. */
    public synchronized void useAgent(@Nullable AgentJar agent) {
        settings = settings.withAgent(agent);
    }

    /** Replaces the server properties that the node's next start adds to those of the cluster. */
    public synchronized void useProperties(Map<String, String> properties) {
        settings = settings.withProperties(properties);
    }

    /** Changes one server property for the node's next start; null takes it back. */
    public synchronized void useProperty(String name, @Nullable String value) {
        Map<String, String> changed = new TreeMap<>(settings.properties());
        if (value == null) {
            changed.remove(name);
        } else {
            changed.put(name, value);
        }
        settings = settings.withProperties(changed);
    }

    /** Starts the node and waits until it says that it has started. */
    public void start() {
        launch();
        awaitStarted();
    }

    /** Starts the node without waiting for it. */
    public synchronized void launch() {
        if (isAlive()) {
            throw new ClusterException("the node runs already: id=" + settings.id());
        }
        writeProperties();
        closeMetrics();
        startup = LogFollower.fromEnd(files.log(), STARTED);
        process = workspace.startNode(settings, files);
    }

    /**
     * Waits until a node that was launched says that it has started, for brokers when they are unfenced.
     *
     * @throws ClusterException when the node ends before, or needs more than four minutes
     */
    public void awaitStarted() {
        boolean settled = Polling.until(START_TIMEOUT, () -> hasStarted() || !isAlive());
        if (!settled || !hasStarted()) {
            throw new ClusterException(
                    (settled ? "the node ended before it had started" : "the node did not start in time")
                            + ": id=" + id() + " log=" + files.log() + "\n" + NodeFiles.tail(files.log(), TAIL_LINES)
                            + "\n"
                            + NodeFiles.tail(files.output(), TAIL_LINES));
        }
    }

    /** Shuts the node down as an operator would, with SIGTERM, and waits until it is gone. */
    public synchronized void stop() {
        Process stopping = running();
        stopping.destroy();
        if (!Polling.until(STOP_TIMEOUT, () -> !stopping.isAlive())) {
            throw new ClusterException("the node did not stop in time: id=" + settings.id() + " log=" + files.log());
        }
        ended(stopping);
    }

    /** Ends the node with SIGKILL and waits until it is gone. */
    public synchronized void kill() {
        Process killed = running();
        workspace.children().kill(killed);
        ended(killed);
    }

    /** Stops the node and starts it again, with what {@link #useAgent} and the like have set. */
    public void restart() {
        stop();
        start();
    }

    /** Freezes the node's process with SIGSTOP: its sockets stay open and nothing is answered. */
    public synchronized void suspend() {
        signal("STOP");
    }

    /** Lets a frozen node go on, with SIGCONT. */
    public synchronized void resume() {
        signal("CONT");
    }

    boolean lostItsPort() {
        return log().count("Address already in use") > 0
                || NodeFiles.tail(files.output(), TAIL_LINES).contains("Address already in use");
    }

    synchronized void writeProperties() {
        try {
            Files.createDirectories(files.directory());
            ServerProperties.write(ServerProperties.of(settings, topology, files.data()), files.properties());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the node's properties: file=" + files.properties(), e);
        }
    }

    /** Lets the process outlive this JVM. */
    synchronized void release() {
        Process released = running();
        try {
            OutputStream tether = released.getOutputStream();
            tether.write('r');
            tether.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot release the node: id=" + settings.id(), e);
        }
        workspace.children().forget(released);
    }

    synchronized void closeMetrics() {
        if (metrics != null) {
            metrics.close();
            metrics = null;
        }
    }

    private synchronized NodeSettings settings() {
        return settings;
    }

    private synchronized boolean hasStarted() {
        return startup != null && startup.hasSeen();
    }

    private void ended(Process gone) {
        closeMetrics();
        workspace.children().forget(gone);
        process = null;
    }

    private Process running() {
        if (process == null || !process.isAlive()) {
            throw new ClusterException("the node does not run: id=" + settings.id());
        }
        return process;
    }

    private void signal(String name) {
        long pid = running().pid();
        Process kill = workspace.children().start(new ProcessBuilder("kill", "-" + name, Long.toString(pid)));
        try {
            if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new ClusterException("cannot signal the node: id=" + settings.id() + " signal=" + name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while signalling the node: id=" + settings.id(), e);
        } finally {
            workspace.children().forget(kill);
        }
    }
}
