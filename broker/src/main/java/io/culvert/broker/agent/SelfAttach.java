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

package io.culvert.broker.agent;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Path;

/** Loads the agent into the running process; apart from the agent because run-time images without a JDK lack the API. */
final class SelfAttach {

    private SelfAttach() {}

    /**
     * Attaches an agent.
     *
     * @throws IllegalStateException if the JVM does not allow it
     */
    static void attach(Path agentJar) {
        try {
            VirtualMachine self =
                    VirtualMachine.attach(Long.toString(ProcessHandle.current().pid()));
            try {
                self.loadAgent(agentJar.toString());
            } finally {
                self.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException | IOException e) {
            throw new IllegalStateException(
                    "agent could not be attached: jar=" + agentJar + " needs=-Djdk.attach.allowAttachSelf=true", e);
        }
    }
}
