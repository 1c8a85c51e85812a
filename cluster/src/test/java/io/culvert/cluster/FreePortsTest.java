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

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FreePortsTest {

    @Test
    void findsDifferentPortsBelowThoseOfOutgoingConnections() {
        assertThat(new FreePorts(new Random(1)).take(20))
                .doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port).isBetween(12_000, 31_999));
    }

    @Test
    void leavesOutPortsThatAreTaken() throws IOException {
        List<Integer> wouldBeTaken = new ArrayList<>(new FreePorts(new Random(7)).take(3));

        try (ServerSocket socket = new ServerSocket(wouldBeTaken.get(0), 1, InetAddress.getLoopbackAddress())) {
            assertThat(new FreePorts(new Random(7)).take(3))
                    .doesNotContain(socket.getLocalPort())
                    .contains(wouldBeTaken.get(1), wouldBeTaken.get(2));
        }
    }
}
