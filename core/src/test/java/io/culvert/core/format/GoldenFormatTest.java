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

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frozen bytes of each version: what a release wrote, every later one must read. */
final class GoldenFormatTest {

    private static final References REFERENCES = new References(
            300,
            List.of(
                    new SectionReference(0, new ObjectId(3, 42, 7), 67, 50, 0x11223344, 4, 100, 120),
                    new SectionReference(1, new ObjectId(3, 42, 300), 1_000_000, 70_000, 0x55667788, 5, 120, 1_000)));

    @Test
    void writesObjectsOfVersion1AsEver() throws IOException {
        assertThat(SampleObjects.join(SampleObjects.builder().seal(SampleObjects.HEADER)))
                .isEqualTo(golden("object-v1.bin"));
    }

    @Test
    void readsObjectsOfVersion1() throws Exception {
        WalObjectReader reader = WalObjectReader.open(RangeSource.of(golden("object-v1.bin")));

        assertThat(reader.header()).isEqualTo(SampleObjects.HEADER);
        assertThat(reader.sections())
                .isEqualTo(SampleObjects.builder().seal(SampleObjects.HEADER).sections());
        assertThat(reader.read(reader.sections().get(2))).isEqualTo(SampleObjects.bytes(300, 3));
    }

    @Test
    void writesReferenceBatchesOfVersion1AsEver() throws IOException {
        assertThat(ReferenceBatch.encode(110, 6, REFERENCES)).isEqualTo(golden("reference-batch-v1.bin"));
    }

    @Test
    void readsReferenceBatchesOfVersion1() throws Exception {
        assertThat(ReferenceBatch.decode(golden("reference-batch-v1.bin"))).isEqualTo(REFERENCES);
    }

    private static ByteBuffer golden(String name) throws IOException {
        try (InputStream file = GoldenFormatTest.class.getResourceAsStream("/format/" + name)) {
            return ByteBuffer.wrap(file.readAllBytes());
        }
    }
}
