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

import java.io.PrintStream;
import java.lang.reflect.Method;

/**
 * Formats several nodes in one JVM, because starting one for each takes longer than the formatting.
 *
 * <p>Runs on the class path of Kafka, which this module does not have: {@code kafka.tools.StorageTool} is called by
 * reflection.
 */
final class NodeFormat {

    private NodeFormat() {}

    /** Takes the cluster id and the {@code server.properties} of each node. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        Method execute =
                Class.forName("kafka.tools.StorageTool").getMethod("execute", String[].class, PrintStream.class);
        for (int i = 1; i < arguments.length; i++) {
            String[] command = {"format", "-t", arguments[0], "-c", arguments[i]};
            int status = (int) execute.invoke(null, command, System.out);
            if (status != 0) {
                System.exit(status);
            }
        }
    }
}
