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

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The bytes of one replica's log: those of its {@code .log} files, one after the other.
 *
 * <p>Replicas may roll their segments at different offsets, so only the whole is compared.
 *
 * @param segments the files, by base offset
 */
record SegmentBytes(List<Path> segments) {

    private static final int BUFFER_BYTES = 256 * 1024;

    static SegmentBytes of(Path partitionDirectory) throws IOException {
        try (Stream<Path> files = Files.list(partitionDirectory)) {
            return new SegmentBytes(
                    files.filter(file -> file.getFileName().toString().endsWith(".log"))
                            .sorted()
                            .toList());
        }
    }

    long size() throws IOException {
        long size = 0;
        for (Path segment : segments) {
            size += Files.size(segment);
        }
        return size;
    }

    /** Returns the position of the first byte that differs from {@code other}, if any does. */
    OptionalLong firstDifference(SegmentBytes other) throws IOException {
        try (InputStream mine = open();
                InputStream theirs = other.open()) {
            byte[] left = new byte[BUFFER_BYTES];
            byte[] right = new byte[BUFFER_BYTES];
            for (long position = 0; ; ) {
                int leftRead = mine.readNBytes(left, 0, left.length);
                int rightRead = theirs.readNBytes(right, 0, right.length);
                int difference = Arrays.mismatch(left, 0, leftRead, right, 0, rightRead);
                if (difference >= 0) {
                    return OptionalLong.of(position + difference);
                }
                if (leftRead == 0) {
                    return OptionalLong.empty();
                }
                position += leftRead;
            }
        }
    }

    private InputStream open() throws IOException {
        List<InputStream> streams = new ArrayList<>();
        for (Path segment : segments) {
            streams.add(new BufferedInputStream(Files.newInputStream(segment), BUFFER_BYTES));
        }
        return new SequenceInputStream(Collections.enumeration(streams));
    }
}
