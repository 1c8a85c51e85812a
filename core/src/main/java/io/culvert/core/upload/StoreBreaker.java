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

/**
 * Decides from the fate of uploads whether the store can be used. Open, it lets only a probe through, with a growing
 * back-off. Owned by the uploader's thread.
 */
final class StoreBreaker {

    /** Failures in a row, without a success between them, that open it. */
    static final int FAILURES_TO_OPEN = 3;

    private static final long LONGEST_BACK_OFF_NANOS = 30_000_000_000L;

    /** Closed for so long, the next opening begins with the shortest back-off again. */
    private static final long WELL_AFTER_NANOS = 60_000_000_000L;

    private State state = State.CLOSED;
    private int failuresInRow;
    private int openings;
    private long changedNanos;
    private long probeAtNanos;
    private long successNanos;
    private boolean anySuccess;

    enum State {
        CLOSED,
        OPEN,
        PROBING
    }

    StoreBreaker(long nowNanos) {
        changedNanos = nowNanos;
        successNanos = nowNanos;
    }

    boolean isClosed() {
        return state == State.CLOSED;
    }

    boolean isProbing() {
        return state == State.PROBING;
    }

    /** When it last opened or closed. */
    long changedNanos() {
        return changedNanos;
    }

    void uploadSucceeded(long nowNanos) {
        failuresInRow = 0;
        successNanos = nowNanos;
        anySuccess = true;
    }

    /**
     * Counts a failure.
     *
     * @param hopeless whether repeating the upload cannot help
     */
    void uploadFailed(boolean hopeless) {
        failuresInRow = hopeless ? FAILURES_TO_OPEN : failuresInRow + 1;
    }

    /** Says whether it is to be opened because of failures. */
    boolean hasHadEnough() {
        return failuresInRow >= FAILURES_TO_OPEN;
    }

    /** Says whether an upload was acknowledged after {@code nanos}. */
    boolean succeededSince(long nanos) {
        return anySuccess && successNanos - nanos > 0;
    }

    /** When an upload was last acknowledged; when the breaker was made if none was. */
    long successNanos() {
        return successNanos;
    }

    /** Opens it, or leaves it open; the first probe is due after {@code shortestNanos} or longer. */
    void open(long nowNanos, long shortestNanos) {
        if (state != State.CLOSED) {
            return;
        }
        if (nowNanos - changedNanos > WELL_AFTER_NANOS) {
            openings = 0;
        }
        state = State.OPEN;
        changedNanos = nowNanos;
        failuresInRow = 0;
        backOff(nowNanos, shortestNanos);
    }

    private void backOff(long nowNanos, long shortestNanos) {
        probeAtNanos = nowNanos + Math.min(LONGEST_BACK_OFF_NANOS, shortestNanos << Math.min(openings, 20));
        openings++;
    }

    /** Nanoseconds until a probe is due, at least 0; {@link Long#MAX_VALUE} while none can be. */
    long nanosUntilProbe(long nowNanos) {
        return state == State.OPEN ? Math.max(0, probeAtNanos - nowNanos) : Long.MAX_VALUE;
    }

    /** There was nothing to probe with: the probe is due again after {@code nanos}. */
    void probeLater(long nowNanos, long nanos) {
        probeAtNanos = nowNanos + nanos;
    }

    void probeStarted() {
        state = State.PROBING;
    }

    void probeSucceeded(long nowNanos) {
        state = State.CLOSED;
        changedNanos = nowNanos;
        failuresInRow = 0;
    }

    void probeFailed(long nowNanos, long shortestNanos) {
        state = State.OPEN;
        backOff(nowNanos, shortestNanos);
    }
}
