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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.culvert.core.config.WalConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

final class HookedBrokersTest {

    private static final Map<String, String> ENABLED = Map.of(
            "remote.wal.storage.system.enable", "true",
            "remote.wal.storage.manager.class.name", "example.Store");

    private final List<String> problems = new ArrayList<>();
    private final HookedBrokers brokers = new HookedBrokers(TestInstallation::new, new HookFailures(() -> 0));
    private final RecordingHooks hooks = new RecordingHooks();
    private final List<WalConfig> configs = new ArrayList<>();

    private final Object server = new Object();
    private final Object config = new Object();
    private final ReplicaManager replicaManager = Unconstructed.of(ReplicaManager.class);
    private final Object logManager = new Object();

    @Test
    void hooksLiveFromAttachUntilTheReplicaManagerStops() {
        start(ENABLED);
        assertThat(brokers.of(replicaManager)).isNull();

        brokers.attach(config, replicaManager, logManager);
        assertThat(brokers.of(replicaManager)).isSameAs(hooks);
        assertThat(brokers.of(logManager)).isSameAs(hooks);

        brokers.started(server);
        brokers.replicaManagerStops(replicaManager);
        assertThat(brokers.of(replicaManager)).isNull();
        assertThat(brokers.of(logManager)).isNull();

        brokers.serverEnded(server);
        assertThat(hooks.events).containsExactly("attach", "started", "stop");
    }

    @Test
    void aBrokerThatIsNotEnabledHasNoHooks() {
        start(Map.of());
        brokers.attach(config, replicaManager, logManager);
        brokers.started(server);
        brokers.replicaManagerStops(replicaManager);

        assertThat(configs).isEmpty();
        assertThat(hooks.events).isEmpty();
    }

    @Test
    void defaultsOfTheAgentCount() {
        start(ENABLED);

        assertThat(configs)
                .singleElement()
                .satisfies(made -> assertThat(made.fallbackMs()).isEqualTo(321));
    }

    @Test
    void brokersOfOneJvmAreKeptApart() {
        RecordingHooks otherHooks = new RecordingHooks();
        Object otherServer = new Object();
        Object otherConfig = new Object();
        ReplicaManager otherManager = Unconstructed.of(ReplicaManager.class);
        start(ENABLED);
        brokers.starting(otherServer, otherConfig, ENABLED, made -> otherHooks);
        brokers.attach(otherConfig, otherManager, new Object());
        brokers.attach(config, replicaManager, logManager);

        brokers.serverEnded(server);

        assertThat(brokers.of(otherManager)).isSameAs(otherHooks);
        assertThat(brokers.of(replicaManager)).isNull();
        assertThat(otherHooks.events).containsExactly("attach");
        assertThat(hooks.events).containsExactly("attach", "stop");
    }

    @Test
    void equalConfigsAreDifferentBrokers() {
        brokers.starting(server, List.of(1), ENABLED, made -> hooks);
        brokers.attach(new ArrayList<>(List.of(1)), replicaManager, logManager);

        assertThat(brokers.of(replicaManager)).isNull();
    }

    @Test
    void aReplicaManagerOfNoBrokerIsLeftAlone() {
        brokers.attach(config, replicaManager, logManager);

        assertThat(brokers.of(replicaManager)).isNull();
    }

    @Test
    void aStartThatFailsBeforeTheReplicaManagerLeavesNothingBehind() {
        start(ENABLED);

        brokers.serverEnded(server);
        brokers.attach(config, replicaManager, logManager);

        assertThat(brokers.of(replicaManager)).isNull();
        assertThat(hooks.events).containsExactly("stop");
    }

    @Test
    void aBrokerCanStartAgain() {
        start(ENABLED);
        brokers.serverEnded(server);
        start(ENABLED);
        brokers.attach(config, replicaManager, logManager);

        assertThat(brokers.of(replicaManager)).isSameAs(hooks);
        assertThat(configs).hasSize(2);
    }

    @Test
    void startingTwiceIsStartingOnce() {
        start(ENABLED);
        start(ENABLED);
        brokers.started(server);
        brokers.started(server);

        assertThat(configs).hasSize(1);
        assertThat(hooks.events).containsExactly("started");
    }

    @Test
    void hooksThatCannotAttachAreNotUsed() {
        hooks.failure = new IllegalStateException("on purpose");
        start(ENABLED);

        assertThatThrownBy(() -> brokers.attach(config, replicaManager, logManager))
                .isSameAs(hooks.failure);
        assertThat(brokers.of(replicaManager)).isNull();
    }

    @Test
    void wrongSettingsRefuseTheStart() {
        assertThatThrownBy(() -> start(Map.of("remote.wal.storage.system.enable", "true")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("remote.wal.storage.manager.class.name");
        assertThat(configs).isEmpty();
    }

    @Test
    void problemsOfTheAgentRefuseTheStartEvenOfABrokerThatIsNotEnabled() {
        problems.add("kafka version is not supported: found=9.9.9");

        assertThatThrownBy(() -> start(Map.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("found=9.9.9");
    }

    private void start(Map<String, String> properties) {
        brokers.starting(server, config, properties, made -> {
            configs.add(made);
            return hooks;
        });
    }

    private final class TestInstallation implements Installation {

        @Override
        public List<String> problems() {
            return problems;
        }

        @Override
        public Map<String, String> defaults() {
            return Map.of("remote.wal.fallback.ms", "321");
        }
    }
}
