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

package io.culvert.tests.agent;

import io.culvert.broker.agent.CulvertAgent;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A program that attaches the agent to itself, twice, before it loads a class of the broker. */
final class SelfAttaching {

    private SelfAttaching() {}

    public static void main(String[] arguments) throws ClassNotFoundException {
        Path agent = Path.of(arguments[0]);
        CulvertAgent.attach(agent);
        CulvertAgent.attach(agent);
        List<String> added = Arrays.stream(
                        Class.forName("kafka.cluster.Partition").getDeclaredFields())
                .map(Field::getName)
                .filter(name -> name.startsWith("culvert"))
                .toList();
        System.out.println("added fields: " + added);
    }
}
