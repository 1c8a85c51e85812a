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

package io.culvert.tests.retention;

import io.culvert.api.RemoteWalStorageException;
import io.culvert.core.format.ObjectHeader;
import io.culvert.core.format.RangeSource;
import io.culvert.core.format.WalObjectReader;
import io.culvert.tests.support.WalCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The objects that lie in a cluster's store, by what they say of themselves. */
final class StoredObjects {

    private static final Path UNFINISHED = Path.of("~incoming");

    private StoredObjects() {}

    /** Returns the objects' files; those that are being written, or never were completed, are no objects. */
    static List<Path> files(WalCluster cluster) {
        return cluster.objects().stream()
                .filter(file -> !cluster.store().relativize(file).startsWith(UNFINISHED))
                .toList();
    }

    /** Returns the objects' headers. */
    static List<ObjectHeader> headers(WalCluster cluster) {
        List<ObjectHeader> headers = new ArrayList<>();
        for (Path file : files(cluster)) {
            header(file).ifPresent(headers::add);
        }
        return headers;
    }

    private static Optional<ObjectHeader> header(Path file) {
        try {
            RangeSource bytes = RangeSource.of(ByteBuffer.wrap(Files.readAllBytes(file)));
            return Optional.of(WalObjectReader.open(bytes).header());
        } catch (NoSuchFileException e) {
            // It went meanwhile.
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read an object: file=" + file, e);
        } catch (RemoteWalStorageException e) {
            throw new IllegalStateException("not a whole object: file=" + file, e);
        }
    }

    /** Returns the ids of the brokers that wrote the objects. */
    static Set<Integer> writers(WalCluster cluster) {
        return headers(cluster).stream()
                .map(header -> header.object().brokerId())
                .collect(Collectors.toSet());
    }
}
