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

import static io.culvert.core.metrics.MetricKind.COUNTER;
import static io.culvert.core.metrics.MetricKind.DISTRIBUTION;
import static io.culvert.core.metrics.MetricKind.GAUGE;
import static io.culvert.core.metrics.MetricKind.MEAN;
import static io.culvert.core.metrics.MetricKind.METER;
import static io.culvert.core.metrics.MetricTopic.FETCH;
import static io.culvert.core.metrics.MetricTopic.RETENTION;
import static io.culvert.core.metrics.MetricTopic.STORE;
import static io.culvert.core.metrics.MetricTopic.UPLOAD;

import java.util.List;

/** Every metric: name, kind, unit and meaning, side by side. {@code docs/metrics.md} is generated from it. */
enum WalMetric {
    UPLOADS(UPLOAD, METER, "upload", "objects", "Objects that the store acknowledged."),
    UPLOAD_BYTES(UPLOAD, METER, "upload-bytes", "bytes", "Bytes of those objects."),
    CATCH_UP_UPLOADS(
            UPLOAD,
            COUNTER,
            "upload-catch-up",
            "objects",
            "Those of them that were written on demand, for followers that were behind."),
    UPLOAD_ERRORS(UPLOAD, COUNTER, "upload-errors", "attempts", "Uploads that failed or were given up."),
    UPLOAD_LATENCY(
            UPLOAD, DISTRIBUTION, "upload-latency-ms", "ms", "From the start of an upload to its acknowledgement."),
    UPLOAD_SECTIONS(UPLOAD, MEAN, "upload-sections", "sections", "Partitions that share an object."),
    SEAL_WAIT(
            UPLOAD,
            DISTRIBUTION,
            "upload-wait-ms",
            "ms",
            "How long the oldest byte of an object waited for others before its upload began."),
    PUBLISH_AGE(
            UPLOAD,
            DISTRIBUTION,
            "publish-age-ms",
            "ms",
            "Age of the oldest byte when references to it were published: what the leader adds to acks=all."),
    UNPUBLISHED_AGE(
            UPLOAD,
            GAUGE,
            "unpublished-age-ms",
            "ms",
            "Uploaded lag: age of the oldest byte that followers cannot get from the store yet. Grows while uploads fail; "
                    + "0 if there is none."),
    UNPUBLISHED_OFFSETS(
            UPLOAD,
            GAUGE,
            "unpublished-offsets",
            "offsets",
            "Uploaded lag: offsets between the uploaded end and the log end, of all partitions on the object path together. "
                    + "Partitions that go over the wire do not count."),
    UPLOADS_IN_FLIGHT(UPLOAD, GAUGE, "uploads-in-flight", "objects", "Uploads that run or wait to be tried again."),
    UPLOAD_BYTES_IN_FLIGHT(UPLOAD, GAUGE, "upload-bytes-in-flight", "bytes", "Their bytes."),
    DIRTY_PARTITIONS(
            UPLOAD, GAUGE, "dirty-partitions", "partitions", "Partitions with bytes that are in no object yet."),
    TRACKED_PARTITIONS(
            UPLOAD,
            GAUGE,
            "tracked-partitions",
            "partitions",
            "WAL partitions that this broker leads and has seen used."),
    RESTING_PARTITIONS(
            UPLOAD,
            GAUGE,
            "leader-wire-partitions",
            "partitions",
            "Partitions that this leader sends over the wire for now."),
    WIRE_FOR_ALL(
            UPLOAD,
            GAUGE,
            "wire-for-all",
            "0 or 1",
            "1 while this leader sends all partitions over the wire: the store fails, an operator paused the object path, "
                    + "or the uploader met an error."),
    WIRE_FOR_ALL_SWITCHES(
            UPLOAD, COUNTER, "wire-for-all-switches", "switches", "How often that began, by reason.", "reason"),
    WIRE_SWITCHES(
            UPLOAD,
            COUNTER,
            "leader-wire-switches",
            "partitions",
            "Partitions that this leader sent over the wire, one by one, by reason.",
            "reason"),
    UPLOADER_FAULTS(
            UPLOAD,
            COUNTER,
            "uploader-faults",
            "rounds",
            "Rounds of the uploader that ended in an error. Report them."),
    LAST_UPLOAD_AGE(
            UPLOAD,
            GAUGE,
            "last-upload-age-ms",
            "ms",
            "Time since an object was last acknowledged, or since the start if none was. Also grows when there is nothing "
                    + "to upload: judge it with unpublished-age-ms."),
    REFERENCES_SERVED(
            UPLOAD, COUNTER, "references-served", "references", "References in answers to followers' fetches."),
    REFERENCED_BYTES(
            UPLOAD,
            COUNTER,
            "referenced-bytes",
            "bytes",
            "Section bytes that those references stand for: what did not cross the wire."),
    WIRE_ANSWERS(
            UPLOAD,
            COUNTER,
            "wire-answers",
            "answers",
            "Reference fetches of a partition that were answered with records instead, by reason.",
            "reason"),

    GETS(FETCH, METER, "get", "ranges", "Ranges of objects that were asked for."),
    GET_BYTES(FETCH, METER, "get-bytes", "bytes", "Bytes of ranges that arrived, gaps between sections included."),
    GET_ERRORS(FETCH, COUNTER, "get-errors", "ranges", "Ranges that could not be had, by reason.", "reason"),
    GET_LATENCY(
            FETCH,
            DISTRIBUTION,
            "get-latency-ms",
            "ms",
            "From asking for a range to its arrival, by the first or by a second GET."),
    SECTIONS_PER_GET(FETCH, MEAN, "sections-per-get", "sections", "Sections that one range brings."),
    HEDGES(
            FETCH,
            COUNTER,
            "hedge",
            "GETs",
            "Second GETs for a range, because the first was slower than most or failed; at most one in twenty."),
    HEDGE_WINS(FETCH, COUNTER, "hedge-wins", "GETs", "Those of them that brought the bytes first."),
    LAST_GET_AGE(
            FETCH,
            GAUGE,
            "last-get-age-ms",
            "ms",
            "Time since a range last arrived, or since the start if none did. Also grows when there is nothing to read."),
    SECTIONS(FETCH, METER, "section", "sections", "Sections that were verified and handed over to be appended."),
    SECTION_BYTES(FETCH, METER, "section-bytes", "bytes", "Their bytes: what was replicated through the store."),
    CORRUPT_SECTIONS(
            FETCH,
            COUNTER,
            "section-corrupt",
            "sections",
            "Sections that were not what their reference says, and were not used. Anything above 0 wants a look."),
    FALLBACK_BYTES(
            FETCH,
            METER,
            "fallback-bytes",
            "bytes",
            "Record bytes of WAL partitions that came over the wire, whichever side chose it."),
    WIRE_PARTITIONS(
            FETCH,
            GAUGE,
            "follower-wire-partitions",
            "partitions",
            "Partitions that this follower asks for over the wire because it could not get their sections."),
    MOVED_TO_WIRE(FETCH, COUNTER, "follower-wire-switches", "partitions", "Partitions for which that began."),
    MOVED_TO_OBJECTS(FETCH, COUNTER, "follower-wire-returns", "partitions", "Partitions for which that ended well."),

    LIVE_OBJECTS(RETENTION, GAUGE, "live-objects", "objects", "Objects that some replica may still need."),
    DELETE_BACKLOG(RETENTION, GAUGE, "delete-backlog", "objects", "Objects that wait to be deleted."),
    DELETES(RETENTION, METER, "delete", "objects", "Objects that were deleted."),
    DELETE_ERRORS(
            RETENTION,
            COUNTER,
            "delete-errors",
            "objects",
            "Objects that could not be deleted now; they are tried again."),
    DELETES_DROPPED(
            RETENTION,
            COUNTER,
            "delete-dropped",
            "objects",
            "Objects left to the sweep because too many waited to be deleted."),
    SWEEPS(RETENTION, COUNTER, "sweep", "sweeps", "Sweeps that ended well."),
    SWEEP_ERRORS(RETENTION, COUNTER, "sweep-errors", "sweeps", "Sweeps that could not list the store."),
    LEFT_OVER(RETENTION, COUNTER, "sweep-left-over", "objects", "Objects that sweeps found left over."),
    LAST_SWEEP_AGE(
            RETENTION, GAUGE, "last-sweep-age-ms", "ms", "Time since a sweep last ended well, or since the start."),

    REQUESTS(STORE, METER, "request", "requests", "Requests that the store answered, by operation.", "operation"),
    REQUEST_BYTES(STORE, METER, "request-bytes", "bytes", "Bytes that were put and got.", "operation"),
    REQUEST_ERRORS(
            STORE,
            COUNTER,
            "request-errors",
            "requests",
            "Requests that failed or had no answer in time, by operation.",
            "operation"),
    REQUEST_LATENCY(
            STORE, DISTRIBUTION, "request-latency-ms", "ms", "Of answered requests, by operation.", "operation"),
    OWN_OBJECTS(
            STORE,
            COUNTER,
            "lost-replies",
            "requests",
            "Uploads that turned out to have succeeded although their reply was lost.");

    /** The group of all of them; with JMX, {@code kafka.server:type=remote-wal-metrics}. */
    static final String GROUP = "remote-wal-metrics";

    private final MetricTopic topic;
    private final MetricKind kind;
    private final String base;
    private final String unit;
    private final String meaning;
    private final String tag;

    WalMetric(MetricTopic topic, MetricKind kind, String base, String unit, String meaning) {
        this(topic, kind, base, unit, meaning, "");
    }

    WalMetric(MetricTopic topic, MetricKind kind, String base, String unit, String meaning, String tag) {
        this.topic = topic;
        this.kind = kind;
        this.base = base;
        this.unit = unit;
        this.meaning = meaning;
        this.tag = tag;
    }

    MetricTopic topic() {
        return topic;
    }

    MetricKind kind() {
        return kind;
    }

    String unit() {
        return unit;
    }

    String meaning() {
        return meaning;
    }

    /** The name of the tag that tells its parts from each other; empty if it is not divided. */
    String tag() {
        return tag;
    }

    /** Its name with one of the suffixes of its kind. */
    String name(String suffix) {
        return base + suffix;
    }

    /** All its names. */
    List<String> names() {
        return kind.suffixes().stream().map(this::name).toList();
    }
}
