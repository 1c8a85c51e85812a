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

import io.culvert.core.log.LeaderLog.Source;

/**
 * A section that is uploaded because a follower below the index asked for it, or soon will. Compared by identity.
 *
 * <p>Owned by the uploader's thread.
 */
final class CatchUpSection {

    private final Tenure tenure;
    private final long baseOffset;
    private final long endOffset;
    private final int length;
    private final Source source;

    CatchUpSection(Tenure tenure, long baseOffset, long endOffset, int length, Source source) {
        this.tenure = tenure;
        this.baseOffset = baseOffset;
        this.endOffset = endOffset;
        this.length = length;
        this.source = source;
    }

    Tenure tenure() {
        return tenure;
    }

    long baseOffset() {
        return baseOffset;
    }

    long endOffset() {
        return endOffset;
    }

    int length() {
        return length;
    }

    /** Where it was read. */
    Source source() {
        return source;
    }

    /** Says whether the leader's log still has some of it. */
    boolean isInLog() {
        return source.stillHas(endOffset - 1);
    }
}
