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

/**
 * What a Kafka tool did.
 *
 * @param exitStatus 0 for success
 * @param output everything it printed, standard error included
 */
public record ToolResult(int exitStatus, String output) {

    /**
     * Returns this when the tool succeeded.
     *
     * @throws ClusterException with the tool's output when it failed
     */
    public ToolResult orThrow() {
        if (exitStatus != 0) {
            throw new ClusterException("a tool failed: exitStatus=" + exitStatus + "\n" + output);
        }
        return this;
    }
}
