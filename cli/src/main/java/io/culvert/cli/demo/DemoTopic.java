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

package io.culvert.cli.demo;

import java.util.Map;
import java.util.TreeMap;

/** The two topics that are compared; they differ in one setting. */
enum DemoTopic {
    WAL("demo-wal"),
    PLAIN("demo-plain");

    static final int REPLICAS = 3;

    private final String topicName;

    DemoTopic(String topicName) {
        this.topicName = topicName;
    }

    String topicName() {
        return topicName;
    }

    /** Returns the topic's settings; stock brokers do not know {@code remote.wal.enable}. */
    Map<String, String> configs(boolean agent) {
        Map<String, String> configs =
                new TreeMap<>(Map.of("min.insync.replicas", "2", "unclean.leader.election.enable", "false"));
        if (this == WAL && agent) {
            configs.put("remote.wal.enable", "true");
        }
        return configs;
    }
}
