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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

final class VarintPropertyTest {

    @Property
    void readsWhatItWrites(@ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long value) {
        ByteBuffer bytes = ByteBuffer.allocate(Varint.MAX_BYTES);

        Varint.put(bytes, value);

        assertThat(Varint.get(bytes.flip())).isEqualTo(value);
        assertThat(bytes.hasRemaining()).isFalse();
    }

    @Test
    void takesOneByteForEverySevenBits() {
        ByteBuffer bytes = ByteBuffer.allocate(2);

        Varint.put(bytes, 300);

        assertThat(bytes.array()).containsExactly(0xAC, 0x02);
    }

    @Test
    void refusesNegativeNumbers() {
        assertThatThrownBy(() -> Varint.put(ByteBuffer.allocate(Varint.MAX_BYTES), -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesNumbersThatNeverEnd() {
        byte[] bytes = new byte[20];
        Arrays.fill(bytes, (byte) 0xFF);

        assertThatThrownBy(() -> Varint.get(ByteBuffer.wrap(bytes))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void noticesThatTheBufferEndsInsideANumber() {
        assertThatThrownBy(() -> Varint.get(ByteBuffer.wrap(new byte[] {(byte) 0x80})))
                .isInstanceOf(BufferUnderflowException.class);
    }
}
