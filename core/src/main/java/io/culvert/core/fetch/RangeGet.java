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

package io.culvert.core.fetch;

import io.culvert.core.format.SectionReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A range being read, with one GET or, when it is slow, two. Counts the sections that still wait for it. Owned by one
 * fetcher thread.
 */
final class RangeGet {

    final RangeRead read;
    final long startedNanos;
    /** How long the records that wait longest for it had waited before. */
    final long waitedNanos;

    final List<CompletableFuture<ByteBuffer>> attempts = new ArrayList<>(2);
    private int failedAttempts;
    private int wantedSections;
    private @Nullable ByteBuffer bytes;
    private @Nullable FetchFailure failure;
    private String problem = "";

    RangeGet(RangeRead read, long startedNanos, long waitedNanos) {
        this.read = read;
        this.startedNanos = startedNanos;
        this.waitedNanos = waitedNanos;
        this.wantedSections = read.sections().size();
    }

    boolean isDone() {
        return bytes != null || failure != null;
    }

    /** Why the range cannot be had; null while it is under way or if it arrived. */
    @Nullable
    FetchFailure failure() {
        return failure;
    }

    boolean isBegun() {
        return !attempts.isEmpty();
    }

    boolean isHedged() {
        return attempts.size() > 1;
    }

    /** Notes a failed attempt and says whether another one is still under way. */
    boolean attemptFailed() {
        failedAttempts++;
        return failedAttempts < attempts.size();
    }

    void succeed(ByteBuffer arrived) {
        bytes = arrived;
    }

    void fail(FetchFailure kind, String reason) {
        failure = kind;
        problem = reason;
    }

    /** What went wrong, for the log; empty if nothing did. */
    String problem() {
        return problem;
    }

    /** Says that one section no longer needs this range; true if none does. */
    boolean releaseSection() {
        return --wantedSections == 0;
    }

    /** The bytes of a section of an arrived range, not copied. */
    ByteBuffer section(SectionReference reference) {
        if (bytes == null) {
            throw new IllegalStateException("range has not arrived: read=" + read);
        }
        int offset = Math.toIntExact(reference.position() - read.position());
        return bytes.slice(bytes.position() + offset, reference.length());
    }
}
