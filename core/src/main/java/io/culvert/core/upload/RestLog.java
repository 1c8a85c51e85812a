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

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs that partitions go over the wire for a while: at once, then at most every ten seconds with the number of those in
 * between, because a slow store hits every partition. Owned by the uploader's thread.
 */
final class RestLog {

    private static final Logger LOG = LoggerFactory.getLogger(RestLog.class);
    private static final long BETWEEN_LINES_NANOS = 10_000_000_000L;

    private boolean logged;
    private long loggedNanos;
    private int untold;

    /**
     * Some partitions rest.
     *
     * @param example one of them
     * @param cause what happened to it, if that is known
     */
    void rested(int partitions, WireReason reason, LeaderPartition example, @Nullable Throwable cause, long nowNanos) {
        untold += partitions;
        if (logged && nowNanos - loggedNanos < BETWEEN_LINES_NANOS) {
            return;
        }
        LOG.warn(
                "records go over the wire for a while: reason={} partitions={} example={}",
                reason,
                untold,
                example,
                cause);
        logged = true;
        loggedNanos = nowNanos;
        untold = 0;
    }
}
