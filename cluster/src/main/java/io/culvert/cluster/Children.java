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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The processes that a cluster started and that are to end with it.
 *
 * <p>Thread-safe. Processes are ended only by their handles, never by name.
 */
final class Children {

    private static final long KILL_SECONDS = 10;

    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Process start(ProcessBuilder builder) {
        try {
            Process process = builder.start();
            running.add(process);
            if (closed) {
                endAll();
                throw new ClusterException("the cluster is closed");
            }
            return process;
        } catch (IOException e) {
            throw new ClusterException(
                    "cannot start a process: program=" + builder.command().get(0), e);
        }
    }

    /** Ends {@code process} with SIGKILL and waits until it is gone. */
    void kill(Process process) {
        process.destroyForcibly();
        awaitExit(process);
        forget(process);
    }

    /** Forgets a process that has ended, or that is to outlive the cluster. */
    void forget(Process process) {
        running.remove(process);
        closeQuietly(process);
    }

    /** Ends everything that still runs, and refuses new processes. Idempotent. */
    void endAll() {
        closed = true;
        running.forEach(Process::destroyForcibly);
        for (Process process : Set.copyOf(running)) {
            awaitExit(process);
            forget(process);
        }
    }

    private static void awaitExit(Process process) {
        boolean interrupted = Thread.interrupted();
        try {
            if (!process.waitFor(KILL_SECONDS, TimeUnit.SECONDS)) {
                throw new ClusterException("a process did not end after SIGKILL: pid=" + process.pid());
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void closeQuietly(Process process) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The process is gone and with it the reader of the pipe: there is nothing left to close.
            return;
        }
    }
}
