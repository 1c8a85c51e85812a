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

/** What a metric is about; a chapter of the documentation. */
enum MetricTopic {
    UPLOAD("Leader", "What this broker uploads and answers as the leader of WAL partitions."),
    FETCH("Follower", "What this broker reads as a follower of WAL partitions."),
    RETENTION("Retention", "What becomes of the objects that this broker wrote, and of leftovers that it sweeps."),
    STORE("Store", "Every request to the store, whatever for; this is what the store's bill counts.");

    private final String title;
    private final String text;

    MetricTopic(String title, String text) {
        this.title = title;
        this.text = text;
    }

    String title() {
        return title;
    }

    String text() {
        return text;
    }
}
