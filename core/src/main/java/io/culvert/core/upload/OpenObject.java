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

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What could be sealed now: the dirty partitions, first come first, and an estimate of their bytes. */
final class OpenObject {

    private final List<Candidate> candidates = new ArrayList<>();
    private final Set<Integer> followerBrokers = new HashSet<>();
    private long bytes;
    private long followerBytes;
    private long followerSections;

    /**
     * A partition with bytes to upload.
     *
     * @param bytes how many, estimated, at least 1
     */
    record Candidate(Tenure tenure, long bytes) {}

    void add(Tenure tenure, long estimate) {
        List<Integer> followers = tenure.log().followers();
        candidates.add(new Candidate(tenure, estimate));
        followerBrokers.addAll(followers);
        bytes += estimate;
        followerBytes += estimate * followers.size();
        followerSections += followers.size();
    }

    List<Candidate> candidates() {
        return candidates;
    }

    boolean isEmpty() {
        return candidates.isEmpty();
    }

    long bytes() {
        return bytes;
    }

    /** Brokers that will read the object. */
    int followerBrokers() {
        return followerBrokers.size();
    }

    /** Bytes times the followers that each of them goes to. */
    long followerBytes() {
        return followerBytes;
    }

    /** Sections times the followers that each of them goes to. */
    long followerSections() {
        return followerSections;
    }
}
