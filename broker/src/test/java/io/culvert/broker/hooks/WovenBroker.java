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

import io.culvert.core.config.TopicWalSettings;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import kafka.cluster.Partition;
import kafka.server.DelayedFetch;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.common.RequestLocal;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.server.storage.log.FetchParams;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogReadInfo;
import org.apache.kafka.storage.internals.log.VerificationGuard;

/** Scenarios that run among the woven classes of a Kafka, in the class loader that wove them. */
public final class WovenBroker {

    private static final int FOLLOWER = 2;
    private static final int CONSUMER = -1;

    private WovenBroker() {}

    /** The topic settings, as brokers, controllers and tools see them. */
    public static final class TopicSettings implements Callable<List<String>> {

        @Override
        public List<String> call() {
            List<String> seen = new ArrayList<>();
            LogConfig.configDefCopy().names().stream()
                    .filter(name -> name.startsWith("remote.wal."))
                    .sorted()
                    .forEach(seen::add);
            seen.add("unset: " + read(new Properties()));
            Properties set = new Properties();
            set.put("remote.wal.enable", "true");
            seen.add("set: " + read(set));
            seen.add(refusal(Map.of("remote.wal.enable", "maybe")));
            seen.add(refusal(Map.of("remote.wal.durability", "object")));
            return seen;
        }

        private static String read(Properties topic) {
            LogConfig config = LogConfig.fromProps(Map.of(), topic);
            TopicWalSettings settings = TopicWalSettings.of(config, config.overriddenConfigs);
            return settings.enable() + " " + settings.durability();
        }

        private static String refusal(Map<String, String> topic) {
            try {
                LogConfig.validate(topic);
                return "accepted";
            } catch (ConfigException e) {
                return e.getMessage();
            }
        }
    }

    /** Fetches in the purgatory; with nothing to read, stock Kafka completes one that wants no bytes, and no other. */
    public static final class ParkedFetches implements Callable<List<String>> {

        private boolean completed;

        @Override
        public List<String> call() throws ReflectiveOperationException {
            List<String> seen = new ArrayList<>();
            seen.add("no hook: " + tryComplete(fetch(1, null)) + ", " + tryComplete(fetch(0, null)));
            seen.add("stock: " + tryComplete(fetch(1, () -> ParkedFetch.Step.STOCK)) + ", "
                    + tryComplete(fetch(0, () -> ParkedFetch.Step.STOCK)));
            seen.add("wait: " + tryComplete(fetch(0, () -> ParkedFetch.Step.WAIT)));
            DelayedFetch complete = fetch(1, () -> ParkedFetch.Step.COMPLETE);
            seen.add("complete: " + tryComplete(complete) + ", again " + tryComplete(complete));
            ParkedFetch failing = () -> {
                throw new OutOfMemoryError("on purpose");
            };
            seen.add("failing: " + tryComplete(fetch(1, failing)) + ", " + tryComplete(fetch(0, failing)));
            return seen;
        }

        private String tryComplete(DelayedFetch fetch) {
            completed = false;
            boolean result = fetch.tryComplete();
            return (completed ? "completed " : "parked ") + result;
        }

        private DelayedFetch fetch(int minBytes, ParkedFetch hook) throws ReflectiveOperationException {
            scala.Function1<Object, Object> respond = partitions -> {
                completed = true;
                return null;
            };
            DelayedFetch fetch = (DelayedFetch) onlyConstructor(DelayedFetch.class)
                    .newInstance(
                            params(FOLLOWER, minBytes),
                            new LinkedHashMap<>(),
                            Unconstructed.of(ReplicaManager.class),
                            null,
                            respond);
            setField(fetch, "culvertHook", hook);
            return fetch;
        }
    }

    /** Fetches from and appends to a partition that is not led here. */
    public static final class PartitionFetches implements Callable<List<String>>, PartitionHooks {

        private final List<String> calls = new ArrayList<>();
        private final Partition partition;
        private Optional<ReferenceFetch> answer = Optional.empty();
        private boolean failing;

        /** Creates the scenario. */
        public PartitionFetches() throws ReflectiveOperationException {
            scala.Option<Object> none = scala.Option.empty();
            scala.Function0<Object> brokerEpoch = () -> 1L;
            partition = (Partition) onlyConstructor(Partition.class)
                    .newInstance(
                            new TopicPartition("topic", 0),
                            10_000L,
                            1,
                            brokerEpoch,
                            Time.SYSTEM,
                            null,
                            null,
                            null,
                            null,
                            null,
                            none);
        }

        @Override
        public List<String> call() throws ReflectiveOperationException {
            List<String> seen = new ArrayList<>();
            seen.add("no hooks: " + fetch(FOLLOWER));
            setField(partition, "culvertHooks", this);
            seen.add("stock: " + fetch(FOLLOWER));
            answer = Optional.of(new UnansweredFetch());
            seen.add("reference: " + fetch(FOLLOWER));
            seen.add("consumer: " + fetch(CONSUMER));
            failing = true;
            seen.add("failing hook: " + fetch(FOLLOWER));
            failing = false;
            seen.add("after a failure: " + fetch(FOLLOWER));
            seen.add("append: " + append());
            return seen;
        }

        private String fetch(int replicaId) {
            return outcome(() -> partition.fetchRecords(params(replicaId, 1), partitionData(), 0, 1000, true, true));
        }

        private String append() {
            return outcome(() -> partition.appendRecordsToLeader(
                    MemoryRecords.EMPTY,
                    AppendOrigin.CLIENT,
                    1,
                    RequestLocal.noCaching(),
                    VerificationGuard.SENTINEL,
                    (short) 0));
        }

        private String outcome(Runnable action) {
            calls.clear();
            try {
                action.run();
                calls.add("returned");
            } catch (RuntimeException e) {
                calls.add(e.getClass().getSimpleName());
            }
            if (HookRegistry.brokers().currentFetch() != null) {
                calls.add("a fetch was left behind");
            }
            return String.join(" ", calls);
        }

        @Override
        public void appended() {
            calls.add("appended");
        }

        @Override
        public ReferenceFetch fetch(FetchParams params, FetchRequest.PartitionData fetch) {
            if (failing) {
                throw new IllegalStateException("on purpose");
            }
            calls.add("fetch");
            return answer.orElse(null);
        }
    }

    private static final class UnansweredFetch implements ReferenceFetch {

        @Override
        public long leaderEndOffset(long logEndOffset) {
            throw new AssertionError("not asked in these scenarios");
        }

        @Override
        public LogReadInfo answer(LogReadInfo read) {
            throw new AssertionError("not asked in these scenarios");
        }
    }

    private static FetchParams params(int replicaId, int minBytes) {
        return new FetchParams(replicaId, 1, 500, minBytes, 1000, FetchIsolation.LOG_END, Optional.empty());
    }

    private static FetchRequest.PartitionData partitionData() {
        return new FetchRequest.PartitionData(Uuid.ZERO_UUID, 7, 0, 1000, Optional.of(3));
    }

    /** The constructors' parameters differ between the versions in their types, not in their number. */
    private static Constructor<?> onlyConstructor(Class<?> type) {
        return type.getConstructors()[0];
    }

    private static void setField(Object target, String name, Object value) throws ReflectiveOperationException {
        Field field = target.getClass().getDeclaredField(name);
        field.setAccessible(true);
        field.set(target, value);
    }
}
