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

package io.culvert.core.upload;

import io.culvert.core.format.WalObject;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A sealed object on its way to the store. Owned by the uploader's thread. */
final class ObjectUpload {

    private final WalObject object;
    private final SealedSections sections;
    private final long sectionBytes;
    private int attempts;
    private long startedNanos;
    private long retryAtNanos;
    private @Nullable CompletableFuture<Void> put;

    ObjectUpload(WalObject object, SealedSections sections, long sectionBytes) {
        this.object = object;
        this.sections = sections;
        this.sectionBytes = sectionBytes;
    }

    WalObject object() {
        return object;
    }

    SealedSections sections() {
        return sections;
    }

    long sectionBytes() {
        return sectionBytes;
    }

    boolean isRunning() {
        return put != null;
    }

    /** How many PUTs were started. */
    int attempts() {
        return attempts;
    }

    /** When the PUT that runs was started. */
    long startedNanos() {
        return startedNanos;
    }

    /** When the next PUT is due; meaningless while one runs. */
    long retryAtNanos() {
        return retryAtNanos;
    }

    /** A PUT begins; returns its number, from 1. */
    int begin(long nowNanos) {
        startedNanos = nowNanos;
        return ++attempts;
    }

    void running(CompletableFuture<Void> future) {
        put = future;
    }

    void retryAt(long nanos) {
        put = null;
        retryAtNanos = nanos;
    }

    /** Frees what a running PUT holds. */
    void cancel() {
        CompletableFuture<Void> running = put;
        put = null;
        if (running != null) {
            running.cancel(true);
        }
    }
}
