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

package io.culvert.cli.inspect;

import io.culvert.api.CorruptObjectException;
import io.culvert.api.ObjectNotFoundException;
import io.culvert.api.RemoteWalStorageException;
import io.culvert.cli.inspect.StoreInventory.StoredObject;
import io.culvert.core.fetch.SectionVerifier;
import io.culvert.core.format.ObjectHeader;
import io.culvert.core.format.SectionEntry;
import io.culvert.core.format.WalObjectReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.jspecify.annotations.Nullable;

/** Reads every byte of every object, in the order of the inventory, and collects what is wrong. Owned by one thread. */
final class StoreVerifier {

    private final OpenStore store;
    private final List<String> faults = new ArrayList<>();
    private StreamContinuity continuity = new StreamContinuity();
    private @Nullable String stream;
    private long objects;
    private long sections;
    private long bytes;
    private long deletedMeanwhile;

    StoreVerifier(OpenStore store) {
        this.store = store;
    }

    /**
     * Verifies the next object.
     *
     * @throws IOException if the store fails, which says nothing of the object
     * @throws RemoteWalStorageException likewise
     */
    void verify(StoredObject object) throws IOException, RemoteWalStorageException {
        String objectStream = object.key().substring(0, object.key().lastIndexOf('/'));
        if (!objectStream.equals(stream)) {
            stream = objectStream;
            continuity = new StreamContinuity();
        }
        try {
            WalObjectReader reader = WalObjectReader.open(store.object(object.summary()));
            requireOwnName(object, reader.header());
            for (SectionEntry section : reader.sections()) {
                verifySection(reader, section);
                sections++;
            }
            objects++;
            bytes += reader.sizeBytes();
            continuity.add(reader.header(), reader.sections()).ifPresent(fault -> addFault(object, fault));
        } catch (ObjectNotFoundException e) {
            deletedMeanwhile++;
        } catch (CorruptObjectException e) {
            addFault(object, e.getMessage());
        }
    }

    private static void requireOwnName(StoredObject object, ObjectHeader header) throws CorruptObjectException {
        if (!header.object().equals(object.name().object())
                || !header.clusterId().equals(object.name().keys().clusterId())) {
            throw new CorruptObjectException("object lies under the key of another: clusterId=" + header.clusterId()
                    + " object=" + header.object());
        }
    }

    private static void verifySection(WalObjectReader reader, SectionEntry section)
            throws IOException, RemoteWalStorageException {
        ByteBuffer bytes = reader.read(section);
        SectionVerifier.verify(bytes, section.reference(0, reader.header().object()), section.baseOffset());
        for (MutableRecordBatch batch : MemoryRecords.readableRecords(bytes).batches()) {
            if (!batch.isValid()) {
                throw new CorruptObjectException("record batch fails its own checksum: partition="
                        + section.partition().topicPartition() + " lastOffset=" + batch.lastOffset());
            }
        }
    }

    private void addFault(StoredObject object, @Nullable String message) {
        faults.add("object=" + object.key() + ": " + message);
    }

    /** What is wrong, in the order in which it was found. */
    List<String> faults() {
        return faults;
    }

    /** One line that says what was verified. */
    String summary() {
        return "verified objects=%d sections=%d bytes=%d faults=%d deletedMeanwhile=%d"
                .formatted(objects, sections, bytes, faults.size(), deletedMeanwhile);
    }
}
