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

package io.culvert.cli.demo;

import io.culvert.cluster.KafkaCluster;
import io.culvert.cluster.KafkaNode;
import io.culvert.cluster.Polling;
import io.culvert.cluster.load.Acks;
import io.culvert.cluster.load.Ledger;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.TopicPartition;

/** Kills the broker that leads some partitions with SIGKILL, under load, and brings it back. */
final class LeaderKill {

    private static final int RECORDS_PER_SECOND = 1_000;
    private static final int RECORDS_BETWEEN_STEPS = 1_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    private final KafkaCluster cluster;
    private final IsrShrinks shrinks;
    private final Progress progress;

    LeaderKill(KafkaCluster cluster, IsrShrinks shrinks, Progress progress) {
        this.cluster = cluster;
        this.shrinks = shrinks;
        this.progress = progress;
    }

    /** Returns when the broker is back in every ISR and all that was written is acknowledged or given up. */
    void run(TopicRun run) {
        AtomicBoolean stop = new AtomicBoolean();
        Thread load = new Thread(() -> run.writer().writeUntil(stop, Acks.ALL, RECORDS_PER_SECOND), "demo-load");
        CompletableFuture<Void> failure = new CompletableFuture<>();
        load.setUncaughtExceptionHandler((thread, thrown) -> failure.completeExceptionally(thrown));
        load.start();
        try {
            killAndRestart(run);
        } finally {
            stop.set(true);
            join(load);
        }
        failure.complete(null);
        failure.join();
    }

    private void killAndRestart(TopicRun run) {
        awaitMore(run.ledger());
        String topic = run.topic().topicName();
        KafkaNode victim = cluster.leader(new TopicPartition(topic, 0));
        long led = ledBy(topic, victim);
        shrinks.beforeKill(victim);
        progress.say("killing broker %d, leader of %d partitions of %s, with SIGKILL", victim.id(), led, topic);
        victim.kill();
        Polling.await("new leaders", TIMEOUT, () -> isLedByOthers(topic, victim));
        progress.say("all partitions have new leaders; starting broker %d again", victim.id());
        awaitMore(run.ledger());
        victim.start();
        cluster.awaitFullIsr(topic, TIMEOUT);
        awaitMore(run.ledger());
    }

    private static void awaitMore(Ledger ledger) {
        long wanted = ledger.acknowledgedCount() + RECORDS_BETWEEN_STEPS;
        Polling.await("acknowledgements", TIMEOUT, () -> ledger.acknowledgedCount() >= wanted);
    }

    private long ledBy(String topic, KafkaNode broker) {
        return cluster.describe(topic).partitions().stream()
                .filter(info -> info.leader() != null && info.leader().id() == broker.id())
                .count();
    }

    private boolean isLedByOthers(String topic, KafkaNode broker) {
        return cluster.describe(topic).partitions().stream()
                .allMatch(info -> info.leader() != null
                        && !info.leader().isEmpty()
                        && info.leader().id() != broker.id());
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
