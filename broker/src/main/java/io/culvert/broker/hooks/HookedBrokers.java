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

package io.culvert.broker.hooks;

import io.culvert.core.config.WalConfig;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import kafka.server.ReplicaManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brokers and their hooks.
 *
 * <p>A broker is entered when its {@code startup()} begins and taken out when its replica manager shuts down, or at the
 * latest when its {@code startup()} has failed or its {@code shutdown()} is over. Safe for use by any thread; look-ups
 * take no lock.
 */
final class HookedBrokers {

    private static final Logger LOG = LoggerFactory.getLogger(HookedBrokers.class);

    private final Supplier<Installation> installation;
    private final HookFailures failures;
    private final List<HookedBroker> brokers = new ArrayList<>();

    @SuppressWarnings("ThreadLocalUsage") // one in a JVM, held by the registry like all else
    private final ThreadLocal<@Nullable FetchScope> currentFetch = new ThreadLocal<>();

    private volatile IdentityHashMap<Object, BrokerHooks> byIdentity = new IdentityHashMap<>();

    HookedBrokers(Supplier<Installation> installation, HookFailures failures) {
        this.installation = installation;
        this.failures = failures;
    }

    /** The hooks of the broker that owns a replica manager or a log manager; null if there are none. */
    @Nullable
    BrokerHooks of(@Nullable Object manager) {
        return byIdentity.get(manager);
    }

    HookFailures failures() {
        return failures;
    }

    /**
     * The innermost reference fetch that the calling thread is in: serving one may complete others that were parked, on
     * the same thread.
     */
    @Nullable
    FetchScope currentFetch() {
        return currentFetch.get();
    }

    void setCurrentFetch(@Nullable FetchScope scope) {
        if (scope == null) {
            currentFetch.remove();
        } else {
            currentFetch.set(scope);
        }
    }

    /**
     * Makes the hooks of a broker that is about to start, if its settings say so.
     *
     * @param server the broker
     * @param config the broker's config, known by its identity
     * @param properties what the config says
     * @param factory makes the hooks
     * @throws IllegalStateException if the agent found something wrong
     * @throws org.apache.kafka.common.config.ConfigException if the broker's settings are wrong
     */
    void starting(Object server, Object config, Map<String, ?> properties, Function<WalConfig, BrokerHooks> factory) {
        if (find(broker -> broker.server == server) != null) {
            return;
        }
        List<String> problems = installation.get().problems();
        if (!problems.isEmpty()) {
            throw new IllegalStateException("culvert cannot run in this broker: " + String.join("; ", problems));
        }
        Set<String> unknown = WalConfig.unknownNames(properties.keySet());
        if (!unknown.isEmpty()) {
            LOG.warn("unknown settings are ignored: names={}", unknown);
        }
        WalConfig settings = WalConfig.of(properties, installation.get().defaults());
        if (settings.storageSystemEnable()) {
            HookedBroker broker = new HookedBroker(server, config, factory.apply(settings));
            synchronized (this) {
                brokers.add(broker);
            }
        }
    }

    /**
     * Connects a new replica manager with the hooks of its broker, if there are any.
     *
     * @param config the broker's config
     * @param replicaManager just constructed
     * @param logManager the one that partitions know
     */
    void attach(Object config, ReplicaManager replicaManager, Object logManager) {
        HookedBroker broker = find(each -> each.config == config);
        if (broker == null) {
            return;
        }
        broker.hooks.attach(replicaManager);
        synchronized (this) {
            broker.managers = List.of(replicaManager, logManager);
            publish();
        }
    }

    /** Tells the hooks of a broker, if there are any, that it has started. */
    void started(Object server) {
        HookedBroker broker = find(each -> each.server == server);
        if (broker != null && !broker.started.getAndSet(true)) {
            broker.hooks.started();
        }
    }

    /** Ends the hooks of the broker with this replica manager, if they are still there. */
    void replicaManagerStops(ReplicaManager replicaManager) {
        stop(take(broker -> broker.managers.contains(replicaManager)));
    }

    /** Ends the hooks of a broker, if they are still there. */
    void serverEnded(Object server) {
        stop(take(broker -> broker.server == server));
    }

    private static void stop(@Nullable HookedBroker broker) {
        if (broker != null) {
            broker.hooks.stop();
        }
    }

    private synchronized @Nullable HookedBroker take(Predicate<HookedBroker> which) {
        HookedBroker broker = find(which);
        if (broker != null) {
            brokers.remove(broker);
            publish();
        }
        return broker;
    }

    private synchronized @Nullable HookedBroker find(Predicate<HookedBroker> which) {
        for (HookedBroker broker : brokers) {
            if (which.test(broker)) {
                return broker;
            }
        }
        return null;
    }

    /** Called with the lock held. */
    private void publish() {
        IdentityHashMap<Object, BrokerHooks> next = new IdentityHashMap<>();
        for (HookedBroker broker : brokers) {
            for (Object manager : broker.managers) {
                next.put(manager, broker.hooks);
            }
        }
        byIdentity = next;
    }

    private static final class HookedBroker {
        final Object server;
        final Object config;
        final BrokerHooks hooks;
        List<Object> managers = List.of();
        final AtomicBoolean started = new AtomicBoolean();

        HookedBroker(Object server, Object config, BrokerHooks hooks) {
            this.server = server;
            this.config = config;
            this.hooks = hooks;
        }
    }
}
