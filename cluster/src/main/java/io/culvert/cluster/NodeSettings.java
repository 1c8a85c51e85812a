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

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one node is started with, apart from its ports and folders.
 *
 * @param id the node id
 * @param broker whether it has the broker role
 * @param controller whether it has the controller role
 * @param rack its {@code broker.rack}, or null for none
 * @param agent the agent it loads, or null for stock Kafka
 * @param properties server properties that are added to, or replace, the ones the cluster sets
 * @param heap the size of its heap as in {@code -Xmx}
 * @param jvmArguments further arguments of its JVM
 */
record NodeSettings(
        int id,
        boolean broker,
        boolean controller,
        @Nullable String rack,
        @Nullable AgentJar agent,
        Map<String, String> properties,
        String heap,
        List<String> jvmArguments) {

    NodeSettings {
        if (!broker && !controller) {
            throw new IllegalArgumentException("a node needs a role: id=" + id);
        }
        properties = Map.copyOf(properties);
        jvmArguments = List.copyOf(jvmArguments);
    }

    NodeSettings withAgent(@Nullable AgentJar newAgent) {
        return new NodeSettings(id, broker, controller, rack, newAgent, properties, heap, jvmArguments);
    }

    NodeSettings withProperties(Map<String, String> newProperties) {
        return new NodeSettings(id, broker, controller, rack, agent, newProperties, heap, jvmArguments);
    }
}
