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

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Remembers roughly where a log ended a while ago. Fed by request threads, so that it goes on when the uploader does not.
 * Thread-safe, without locks.
 */
final class LogEndHistory {

    private final AtomicReference<@Nullable Window> window = new AtomicReference<>();

    /**
     * The log end offset at least {@code agoNanos} before now, as far as calls of this method have seen it; the first call
     * answers with the present one.
     */
    long endOffsetAgo(long agoNanos, long logEndOffset, long nowNanos) {
        Window seen = window.get();
        if (seen == null) {
            window.compareAndSet(null, new Window(logEndOffset, nowNanos, logEndOffset));
            return logEndOffset;
        }
        if (seen.earlierEnd == logEndOffset && seen.laterEnd == logEndOffset) {
            return logEndOffset;
        }
        if (nowNanos - seen.laterNanos < agoNanos) {
            return seen.earlierEnd;
        }
        window.compareAndSet(seen, new Window(seen.laterEnd, nowNanos, logEndOffset));
        return seen.laterEnd;
    }

    /** The end at {@code laterNanos}, and the one at least a window before that. */
    private record Window(long earlierEnd, long laterNanos, long laterEnd) {}
}
