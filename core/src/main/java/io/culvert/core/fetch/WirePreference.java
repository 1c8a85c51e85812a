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

import io.culvert.core.format.FetchMark;
import io.culvert.core.time.Ticker;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.TopicIdPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which partitions of a fetcher thread go over the wire because the store failed them, and when they try the object path
 * again (I7). A partition that fails waits, then probes: it is no longer listed, so the leader may answer with references.
 * A success ends the matter, a failure doubles the wait, up to a minute. When the store fails as a whole, with nothing to
 * show that it works, all go over the wire at once, so that they do not wait for it one after the other; few of those that
 * it failed probe for all, and the first success brings the others back. Holds an entry for each partition that the store
 * failed and for no other. Owned by that thread.
 */
public final class WirePreference implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WirePreference.class);

    private final Ticker ticker;
    private final FollowerObserver observer;
    private final Backoff backoff;
    private final ProbeGate gate;
    private final LongSupplier fallbackNanos;
    private final Map<TopicIdPartition, Detour> detours = new HashMap<>();
    private Round round = new Round();
    /** Whether partitions that were not failed themselves go over the wire too; so many did in the last fetch. */
    private boolean suspect;

    private int spared;
    private boolean everServed;
    private long lastServedNanos;

    /**
     * Creates a preference for the object path everywhere.
     *
     * @param ticker the clock of waits
     * @param fallbackNanos {@code remote.wal.fallback.ms} in nanoseconds, the first wait
     * @param random spreads the waits
     * @param observer hears of switches
     */
    public WirePreference(
            Ticker ticker, LongSupplier fallbackNanos, RandomGenerator random, FollowerObserver observer) {
        this.ticker = ticker;
        this.observer = observer;
        this.fallbackNanos = fallbackNanos;
        this.backoff = new Backoff(fallbackNanos, random);
        this.gate = new ProbeGate(backoff);
    }

    /**
     * How to mark the fetch that is being built; call it once for each, since it lets those probe whose wait is over.
     *
     * @param asked the WAL partitions of the fetch
     * @return the rack id to send; empty if none is to be sent, because everything is to come over the wire
     */
    public Optional<String> mark(Collection<TopicIdPartition> asked) {
        if (!detours.isEmpty()) {
            admitProbes(ticker.nanos());
        }
        if (detours.isEmpty()) {
            // With nobody left to probe for all, they find out by themselves.
            suspect = false;
            countSpared(0);
            return asked.isEmpty() ? Optional.empty() : FetchMark.EVERYTHING.encode();
        }
        Set<TopicIdPartition> wire = new HashSet<>();
        Set<TopicIdPartition> objects = new HashSet<>();
        int sparedNow = 0;
        for (TopicIdPartition partition : asked) {
            Detour detour = detours.get(partition);
            boolean isSpared = detour == null && suspect;
            sparedNow += isSpared ? 1 : 0;
            (isSpared || (detour != null && !detour.probing) ? wire : objects).add(partition);
        }
        countSpared(sparedNow);
        if (objects.isEmpty()) {
            return Optional.empty();
        }
        // Neither text fits where thousands of topics are on either side: then all go over the wire for a while.
        FetchMark mark = wire.size() <= objects.size() ? FetchMark.exceptFor(wire) : FetchMark.onlyFor(objects);
        return mark.encode();
    }

    private void countSpared(int sparedNow) {
        int change = sparedNow - spared;
        if (change == 0) {
            return;
        }
        if (spared == 0) {
            LOG.warn("the store fails, other partitions replicate over the wire as well: count={}", sparedNow);
        } else if (sparedNow == 0) {
            LOG.info("other partitions replicate through the store again: count={}", spared);
        }
        spared = sparedNow;
        observer.wirePartitionsChanged(change);
        if (change > 0) {
            observer.movedToWire(change);
        } else {
            observer.movedToObjects(-change);
        }
    }

    /** Whether the store failed somebody with nothing to show that it works, so that nobody should wait for it. */
    public boolean isStoreSuspect() {
        return suspect;
    }

    private void admitProbes(long now) {
        int probing = 0;
        int idle = 0;
        for (Iterator<Detour> all = detours.values().iterator(); all.hasNext(); ) {
            Detour detour = all.next();
            if (detour.probing && now - detour.sinceNanos < 2 * fallbackNanos.getAsLong()) {
                probing++;
            } else if (detour.probing) {
                // No reference came for it: an idle partition must not keep the others waiting.
                all.remove();
                idle++;
            }
        }
        if (idle > 0) {
            gate.moreProbes();
            reportBack(idle);
        }
        int admitted = gate.allowance(now) - probing;
        if (admitted > 0) {
            detours.values().stream()
                    .filter(detour -> detour.isDue(now))
                    .sorted(Comparator.comparingLong(detour -> detour.dueInNanos(now)))
                    .limit(admitted)
                    .toList()
                    .forEach(detour -> detour.probe(now));
        }
    }

    /** Notes that sections of a partition were read and verified. */
    public void succeeded(TopicIdPartition partition) {
        round.servedByStore = true;
        if (detours.remove(partition) != null) {
            round.back++;
        }
    }

    /**
     * Notes that a partition's sections cannot be had: it goes over the wire from the next {@link #mark} on.
     *
     * @param problem what happened, for the log
     */
    public void failed(TopicIdPartition partition, FetchFailure failure, String problem) {
        round.explain(partition + ": " + problem);
        failed(partition, failure);
    }

    private void failed(TopicIdPartition partition, FetchFailure failure) {
        round.failedByStore |= failure.isStoreWide();
        round.kinds.merge(failure, 1, Integer::sum);
        long now = ticker.nanos();
        Detour detour = detours.get(partition);
        if (detour == null) {
            detours.put(partition, new Detour(now, backoff));
            round.gone++;
        } else {
            detour.failAgain(now, backoff);
        }
    }

    /** Notes everything that a round came to. */
    public void concluded(FetchRound results) {
        for (TopicIdPartition partition : results.arrived().keySet()) {
            round.servedByStore = true;
            if (!results.failed().containsKey(partition)) {
                succeeded(partition);
            }
        }
        round.explain(results.problem());
        results.failed().forEach(this::failed);
    }

    /** Draws the conclusions from a round and logs, in one line for all, which partitions switched. */
    public void endRound() {
        Round ended = round;
        round = new Round();
        long now = ticker.nanos();
        if (ended.servedByStore) {
            gate.widen();
            lastServedNanos = now;
            everServed = true;
            suspect = false;
        } else if (ended.failedByStore && !hasJustServed(now)) {
            gate.storeFailed(now);
            suspect = true;
        }
        if (ended.gone > 0) {
            LOG.warn(
                    "partitions replicate over the wire for now: count={} reasons={} first={}",
                    ended.gone,
                    ended.kinds,
                    ended.problem);
            observer.movedToWire(ended.gone);
            observer.wirePartitionsChanged(ended.gone);
        } else if (!ended.kinds.isEmpty()) {
            LOG.debug("partitions stay on the wire: reasons={} first={}", ended.kinds, ended.problem);
        }
        reportBack(ended.back);
    }

    /** Whether a read was served while one that fails now was under way: no deadline of a read is shorter. */
    private boolean hasJustServed(long now) {
        return everServed && now - lastServedNanos < FetchLimits.shortestDeadlineNanos(fallbackNanos.getAsLong());
    }

    private void reportBack(int back) {
        if (back > 0) {
            LOG.info("partitions replicate through the store again: count={} stillOnWire={}", back, detours.size());
            observer.movedToObjects(back);
            observer.wirePartitionsChanged(-back);
        }
    }

    /** Forgets partitions that the thread no longer fetches; call it now and then with all that it does. */
    public void retain(Collection<TopicIdPartition> partitions) {
        if (detours.isEmpty()) {
            return;
        }
        int before = detours.size();
        detours.keySet().retainAll(new HashSet<>(partitions));
        if (detours.size() != before) {
            observer.wirePartitionsChanged(detours.size() - before);
        }
    }

    /** Forgets everything; called when the thread has ended. */
    @Override
    public void close() {
        retain(Set.of());
        suspect = false;
        countSpared(0);
    }

    /** What the round under way came to so far. */
    private static final class Round {
        private final Map<FetchFailure, Integer> kinds = new EnumMap<>(FetchFailure.class);
        private boolean servedByStore;
        private boolean failedByStore;
        private int gone;
        private int back;
        private String problem = "";

        void explain(String firstProblem) {
            if (problem.isEmpty()) {
                problem = firstProblem;
            }
        }
    }

    /** One partition's time on the wire. */
    private static final class Detour {
        private long sinceNanos;
        private long waitNanos;
        private long backoffNanos;
        private boolean probing;

        Detour(long now, Backoff backoff) {
            backoffNanos = backoff.first();
            start(now, backoff);
        }

        void failAgain(long now, Backoff backoff) {
            // A probe that fails is news; what fails while the partition waits was asked for before it did.
            if (probing) {
                backoffNanos = backoff.next(backoffNanos);
                start(now, backoff);
            }
        }

        private void start(long now, Backoff backoff) {
            probing = false;
            sinceNanos = now;
            waitNanos = backoff.spread(backoffNanos);
        }

        boolean isDue(long now) {
            return !probing && dueInNanos(now) <= 0;
        }

        long dueInNanos(long now) {
            return sinceNanos + waitNanos - now;
        }

        void probe(long now) {
            probing = true;
            sinceNanos = now;
        }
    }
}
