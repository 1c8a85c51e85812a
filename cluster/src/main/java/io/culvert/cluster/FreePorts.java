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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Finds ports of the loopback interface on which nothing listens.
 *
 * <p>They lie below the range from which Linux takes the ports of outgoing connections (32768 and up), so
 * that a node which is down keeps its port until it is started again. Whoever starts a server on them must
 * still be ready for a clash.
 */
final class FreePorts {

    private static final int FIRST = 12_000;
    private static final int END = 32_000;
    private static final int ATTEMPTS = 10_000;

    private final RandomGenerator random;

    FreePorts(RandomGenerator random) {
        this.random = random;
    }

    /** Returns {@code count} different ports. */
    Deque<Integer> take(int count) {
        Set<Integer> ports = new LinkedHashSet<>();
        for (int attempt = 0; attempt < ATTEMPTS && ports.size() < count; attempt++) {
            int port = random.nextInt(FIRST, END);
            if (isFree(port)) {
                ports.add(port);
            }
        }
        if (ports.size() < count) {
            throw new ClusterException("too few free ports: found=" + ports.size() + " wanted=" + count);
        }
        return new ArrayDeque<>(ports);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(false);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
