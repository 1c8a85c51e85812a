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

import io.culvert.core.format.SectionReference;
import io.culvert.core.format.WalObjectBuilder;
import io.culvert.core.log.LeaderLog;
import io.culvert.core.log.LeaderLog.LogChunk;
import io.culvert.core.log.LeaderLogs;
import io.culvert.core.retention.ObjectRetention;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether the store works again: it uploads the last batch of some partition, which nobody will read. Owned by the
 * uploader's thread.
 */
final class StoreProbe implements SealedSections {

    private static final Logger LOG = LoggerFactory.getLogger(StoreProbe.class);

    /** Partitions that are tried for a batch to upload. */
    private static final int TRIES = 16;

    private final PutLane lane;
    private final StoreBreaker breaker;
    private final LeaderLogs logs;
    private final ObjectRetention retention;
    private long startedNanos;

    StoreProbe(PutLane lane, StoreBreaker breaker, LeaderLogs logs, ObjectRetention retention) {
        this.lane = lane;
        this.breaker = breaker;
        this.logs = logs;
        this.retention = retention;
    }

    /**
     * Starts a probe if one is due, and gives one up that takes too long: such a store would not keep partitions on the
     * object path.
     *
     * @return nanoseconds until it wants to run again
     */
    long runOnce(Iterable<LeaderPartition> partitions, long nowNanos, UploadSettings settings) {
        long deadline = settings.probeNanos();
        if (breaker.isProbing() && nowNanos - startedNanos >= deadline) {
            lane.giveUpAll(new TimeoutException("probe took too long"), nowNanos);
        }
        lane.runOnce(nowNanos);
        if (breaker.isProbing() && lane.inFlight() == 0) {
            breaker.probeFailed(nowNanos, settings.fallbackNanos());
        }
        if (breaker.nanosUntilProbe(nowNanos) == 0 && !start(partitions, nowNanos)) {
            breaker.probeLater(nowNanos, settings.fallbackNanos());
        }
        return breaker.isProbing()
                ? Math.max(0, startedNanos + deadline - nowNanos)
                : breaker.nanosUntilProbe(nowNanos);
    }

    private boolean start(Iterable<LeaderPartition> partitions, long nowNanos) {
        int tries = 0;
        for (LeaderPartition partition : partitions) {
            Optional<LeaderLog> log = logs.leaderLog(partition.id());
            if (log.isPresent() && log.get().logEndOffset() > log.get().logStartOffset()) {
                long offset = log.get().logEndOffset() - 1;
                Optional<LogChunk> batch = lastBatch(log.get(), offset);
                if (batch.isPresent()) {
                    send(partition, log.get(), offset, batch.get(), nowNanos);
                    return true;
                }
                if (++tries == TRIES) {
                    break;
                }
            }
        }
        return false;
    }

    /** A log that cannot be read must not keep the others from being tried. */
    private static Optional<LogChunk> lastBatch(LeaderLog log, long offset) {
        try {
            return log.read(offset, 1);
        } catch (RuntimeException e) {
            LOG.warn("log could not be read for a probe of the store: partition={}", log.partition(), e);
            return Optional.empty();
        }
    }

    private void send(LeaderPartition partition, LeaderLog log, long offset, LogChunk batch, long nowNanos) {
        WalObjectBuilder builder = new WalObjectBuilder();
        builder.add(partition.id(), log.leaderEpoch(), offset, batch.endOffset(), offset, batch.bytes());
        breaker.probeStarted();
        startedNanos = nowNanos;
        lane.send(builder, this, 0, nowNanos);
    }

    @Override
    public boolean isWanted() {
        return breaker.isProbing();
    }

    @Override
    public void stored(List<SectionReference> references, long nowNanos) {
        for (SectionReference reference : references) {
            retention.release(reference.object(), nowNanos);
        }
        breaker.probeSucceeded(nowNanos);
    }

    @Override
    public void lost(long nowNanos) {
        // The lane is empty now: that is how runOnce knows.
    }
}
