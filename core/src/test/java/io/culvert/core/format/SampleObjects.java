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

package io.culvert.core.format;

import java.nio.ByteBuffer;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;

/** Objects that tests of the format share. */
final class SampleObjects {

    static final TopicIdPartition ORDERS_0 =
            new TopicIdPartition(Uuid.fromString("AAAAAAAAAAIAAAAAAAAAAw"), 0, "orders");
    static final TopicIdPartition PAYMENTS_7 =
            new TopicIdPartition(Uuid.fromString("AAAAAAAAAAQAAAAAAAAABQ"), 7, "payments.eu-1_x");
    static final ObjectHeader HEADER =
            new ObjectHeader(ObjectKind.TAIL, "MkU3OEVBNTcwNTJENDM2Qg", new ObjectId(3, 42, 7), 5);

    private SampleObjects() {}

    /** Two sections of one partition at successive epochs, then one of another. */
    static WalObjectBuilder builder() {
        WalObjectBuilder builder = new WalObjectBuilder();
        builder.add(ORDERS_0, 4, 100, 120, 90, bytes(50, 1));
        builder.add(ORDERS_0, 5, 120, 121, 120, bytes(1, 2));
        builder.add(PAYMENTS_7, 0, 0, 1_000_000, 0, bytes(300, 3));
        return builder;
    }

    static ByteBuffer bytes(int length, int seed) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        for (int i = 0; i < length; i++) {
            bytes.put((byte) (seed + i * 7));
        }
        return bytes.flip();
    }

    static ByteBuffer join(WalObject object) {
        ByteBuffer joined = ByteBuffer.allocate(Math.toIntExact(object.sizeBytes()));
        object.content().forEach(joined::put);
        return joined.flip();
    }
}
