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

package io.culvert.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.culvert.api.RetriableStorageException;
import io.culvert.core.fetch.FetchFailure;
import io.culvert.core.format.ObjectKind;
import io.culvert.core.store.StoreOperation;
import io.culvert.core.upload.UploaderStatus;
import io.culvert.core.upload.WireReason;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.Metrics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WalMetricsTest {

    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    private final AtomicLong nanos = new AtomicLong(77 * MS);
    private final Metrics metrics = new Metrics();
    private final List<MetricName> before = List.copyOf(metrics.metrics().keySet());
    private final WalMetrics wal = new WalMetrics(metrics, nanos::get);
    private UploaderStatus status = new UploaderStatus(0, 0, 0, 0, 0, Optional.empty(), 0, 0, 0);

    @AfterEach
    void close() {
        metrics.close();
    }

    private double value(String name, String... tags) {
        KafkaMetric metric = metrics.metric(metrics.metricName(name, "remote-wal-metrics", "", tags));
        assertThat(metric).as(name).isNotNull();
        return ((Number) metric.metricValue()).doubleValue();
    }

    @Test
    void addsExactlyTheMetricsOfTheCatalog() {
        wal.watch(() -> status);

        List<MetricName> added = metrics.metrics().keySet().stream()
                .filter(name -> !before.contains(name))
                .toList();

        assertThat(added).allSatisfy(name -> assertThat(name.group()).isEqualTo("remote-wal-metrics"));
        assertThat(added.stream().map(MetricName::name).distinct())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(WalMetric.values())
                        .flatMap(metric -> metric.names().stream())
                        .toList());
        assertThat(added).allSatisfy(name -> assertThat(name.description()).isNotEmpty());
    }

    @Test
    void takesEveryMetricAwayAgain() {
        wal.watch(() -> status);
        wal.store().succeeded(StoreOperation.GET, 10, MS);

        wal.close();

        assertThat(metrics.metrics().keySet()).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void canBeMadeAnewAfterwards() {
        wal.store().succeeded(StoreOperation.GET, 10, MS);
        wal.close();

        WalMetrics again = new WalMetrics(metrics, nanos::get);
        again.store().succeeded(StoreOperation.GET, 10, MS);

        assertThat(value("request-total", "operation", "get")).isEqualTo(1);
    }

    @Test
    void countsUploads() {
        wal.upload().sealed(ObjectKind.TAIL, 1_000, 4, 30 * MS);
        wal.upload().sealed(ObjectKind.TAIL, 1_000, 8, 50 * MS);
        wal.upload().putSucceeded(ObjectKind.TAIL, 1_000, 20 * MS);
        wal.upload().putSucceeded(ObjectKind.CATCH_UP, 5_000, 40 * MS);
        wal.upload().putFailed(ObjectKind.TAIL, 1_000, 9 * MS, new RetriableStorageException("busy"));
        wal.upload().published(3, 900, 70 * MS);
        wal.upload().roundFailed(new IllegalStateException("test"));

        assertThat(value("upload-total")).isEqualTo(2);
        assertThat(value("upload-rate")).isPositive();
        assertThat(value("upload-bytes-total")).isEqualTo(6_000);
        assertThat(value("upload-catch-up-total")).isEqualTo(1);
        assertThat(value("upload-errors-total")).isEqualTo(1);
        assertThat(value("upload-sections-avg")).isEqualTo(6);
        assertThat(value("upload-wait-ms-avg")).isEqualTo(40);
        assertThat(value("upload-latency-ms-max")).isEqualTo(40);
        assertThat(value("publish-age-ms-p99")).isCloseTo(70, within(5.0));
        assertThat(value("uploader-faults-total")).isEqualTo(1);
    }

    @Test
    void countsWhatTheLeaderAnswers() {
        wal.upload().referencesServed(3, 4_096);
        wal.upload().recordsAnswered(WireReason.STORE);
        wal.upload().recordsAnswered(WireReason.CATCH_UP);
        wal.upload().wireFor(5, WireReason.LAG);
        wal.upload().wireForAll(WireReason.STORE);

        assertThat(value("references-served-total")).isEqualTo(3);
        assertThat(value("referenced-bytes-total")).isEqualTo(4_096);
        assertThat(value("wire-answers-total", "reason", "store")).isEqualTo(1);
        assertThat(value("wire-answers-total", "reason", "catch-up")).isEqualTo(1);
        assertThat(value("wire-answers-total", "reason", "lag")).isZero();
        assertThat(value("leader-wire-switches-total", "reason", "lag")).isEqualTo(5);
        assertThat(value("wire-for-all-switches-total", "reason", "store")).isEqualTo(1);
    }

    @Test
    void showsTheUploadersStatusAsItIsWhenRead() {
        wal.watch(() -> status);
        assertThat(value("unpublished-age-ms")).isZero();

        status = new UploaderStatus(2, 3_000, 4, 5, 6, Optional.empty(), 90, 700 * MS, 8_000 * MS);

        assertThat(value("uploads-in-flight")).isEqualTo(2);
        assertThat(value("upload-bytes-in-flight")).isEqualTo(3_000);
        assertThat(value("dirty-partitions")).isEqualTo(4);
        assertThat(value("leader-wire-partitions")).isEqualTo(5);
        assertThat(value("tracked-partitions")).isEqualTo(6);
        assertThat(value("wire-for-all")).isZero();
        assertThat(value("unpublished-offsets")).isEqualTo(90);
        assertThat(value("unpublished-age-ms")).isEqualTo(700);
        assertThat(value("last-upload-age-ms")).isEqualTo(8_000);
    }

    @Test
    void countsEveryPartitionAsOnTheWireWhenTheStoreFailsForAll() {
        wal.watch(() -> status);

        status = new UploaderStatus(0, 0, 0, 5, 6, Optional.of(WireReason.STORE), 0, 700 * MS, 8_000 * MS);

        assertThat(value("wire-for-all")).isEqualTo(1);
        assertThat(value("leader-wire-partitions")).isEqualTo(6);
    }

    @Test
    void countsReadsOfTheFollower() {
        for (int i = 1; i <= 100; i++) {
            wal.follower().getStarted(4, 1_000);
            wal.follower().getSucceeded(1_000, i * MS, i == 7);
        }
        wal.follower().hedgeStarted(1_000);
        wal.follower().getFailed(FetchFailure.MISSING);
        wal.follower().sectionsFetched(400, 90_000);
        wal.follower().sectionCorrupt();

        assertThat(value("get-total")).isEqualTo(100);
        assertThat(value("get-bytes-total")).isEqualTo(100_000);
        assertThat(value("sections-per-get-avg")).isEqualTo(4);
        assertThat(value("get-latency-ms-p50")).isCloseTo(50, within(5.0));
        assertThat(value("get-latency-ms-p95")).isCloseTo(95, within(5.0));
        assertThat(value("get-latency-ms-max")).isEqualTo(100);
        assertThat(value("hedge-total")).isEqualTo(1);
        assertThat(value("hedge-wins-total")).isEqualTo(1);
        assertThat(value("get-errors-total", "reason", "missing")).isEqualTo(1);
        assertThat(value("section-total")).isEqualTo(400);
        assertThat(value("section-bytes-total")).isEqualTo(90_000);
        assertThat(value("section-corrupt-total")).isEqualTo(1);
    }

    @Test
    void countsTheFollowersFallBack() {
        wal.follower().wireBytes(500);
        wal.follower().movedToWire(7);
        wal.follower().wirePartitionsChanged(7);
        wal.follower().movedToObjects(3);
        wal.follower().wirePartitionsChanged(-3);

        assertThat(value("fallback-bytes-total")).isEqualTo(500);
        assertThat(value("follower-wire-switches-total")).isEqualTo(7);
        assertThat(value("follower-wire-returns-total")).isEqualTo(3);
        assertThat(value("follower-wire-partitions")).isEqualTo(4);
    }

    @Test
    void showsForHowLongNothingWentWell() {
        nanos.addAndGet(90 * MS);
        assertThat(value("last-get-age-ms")).isEqualTo(90);

        wal.follower().getSucceeded(1_000, MS, false);
        nanos.addAndGet(5 * MS);

        assertThat(value("last-get-age-ms")).isEqualTo(5);
        assertThat(value("last-sweep-age-ms")).isEqualTo(95);
    }

    @Test
    void countsRetention() {
        wal.retention().live(9);
        wal.retention().backlog(4);
        wal.retention().deleted(3);
        wal.retention().deleteFailed(2, new RetriableStorageException("busy"));
        wal.retention().dropped(1);
        wal.retention().swept(50, 6);
        wal.retention().sweepFailed(new RetriableStorageException("busy"));

        assertThat(value("live-objects")).isEqualTo(9);
        assertThat(value("delete-backlog")).isEqualTo(4);
        assertThat(value("delete-total")).isEqualTo(3);
        assertThat(value("delete-errors-total")).isEqualTo(2);
        assertThat(value("delete-dropped-total")).isEqualTo(1);
        assertThat(value("sweep-total")).isEqualTo(1);
        assertThat(value("sweep-left-over-total")).isEqualTo(6);
        assertThat(value("sweep-errors-total")).isEqualTo(1);
    }

    @Test
    void countsRequestsToTheStoreByOperation() {
        wal.store().succeeded(StoreOperation.PUT, 2_000, 30 * MS);
        wal.store().succeeded(StoreOperation.GET, 1_000, 10 * MS);
        wal.store().failed(StoreOperation.LIST, new RetriableStorageException("busy"), MS);
        wal.store().foundOwnObject();

        assertThat(value("request-total", "operation", "put")).isEqualTo(1);
        assertThat(value("request-bytes-total", "operation", "put")).isEqualTo(2_000);
        assertThat(value("request-latency-ms-max", "operation", "put")).isEqualTo(30);
        assertThat(value("request-total", "operation", "get")).isEqualTo(1);
        assertThat(value("request-errors-total", "operation", "list")).isEqualTo(1);
        assertThat(value("request-errors-total", "operation", "get")).isZero();
        assertThat(value("lost-replies-total")).isEqualTo(1);
    }

    @Test
    void refusesToRegisterAMetricAsSomethingElse() {
        MetricRegistry registry = new MetricRegistry(metrics, nanos::get);

        assertThatThrownBy(() -> registry.counter(WalMetric.UPLOADS)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> registry.counter(WalMetric.WIRE_ANSWERS)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void givesTwoBrokersInOneJvmMetricsOfTheirOwn() {
        Metrics other = new Metrics();
        WalMetrics second = new WalMetrics(other, nanos::get);

        second.follower().sectionCorrupt();

        assertThat(value("section-corrupt-total")).isZero();
        assertThat(Map.copyOf(other.metrics()).keySet().stream().map(MetricName::name))
                .contains("section-corrupt-total");
        other.close();
    }
}
