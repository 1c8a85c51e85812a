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

import io.culvert.core.format.WalObjectBuilder;
import io.culvert.core.log.LeaderLog;
import io.culvert.core.log.LeaderLog.LogChunk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Reads dirty partitions into the sections of one object. Owned by the uploader's thread.
 *
 * <p>When there is more than fits, each partition gets an equal share first and what is left is given out in order, so that
 * one busy partition does not keep the others out.
 */
final class ObjectAssembler {

    /** A partition's share is not made smaller than this; with too many partitions, some wait for the next object. */
    private static final int SMALLEST_SHARE = 64 * 1024;

    private final int maxBytes;
    private final List<Section> sections = new ArrayList<>();
    private final List<Unreadable> unreadable = new ArrayList<>();
    private final List<Tenure> empty = new ArrayList<>();
    private long bytes;

    /** A section as it was read. */
    record Section(Tenure tenure, LeaderLog log, long baseOffset, LogChunk chunk) {}

    /** A partition whose log could not be read. */
    record Unreadable(Tenure tenure, RuntimeException cause) {}

    ObjectAssembler(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    List<Unreadable> unreadable() {
        return unreadable;
    }

    /** Partitions whose log had nothing at the offset wanted. */
    List<Tenure> empty() {
        return empty;
    }

    long bytes() {
        return bytes;
    }

    /**
     * Reads what fits. A batch larger than an object gets an object of its own.
     *
     * @return the sections in the order in which they belong into the object: what a follower reads lies together
     */
    List<Section> read(List<OpenObject.Candidate> candidates) {
        long[] shares = shares(candidates);
        Iterator<OpenObject.Candidate> rest = candidates.iterator();
        for (int i = 0; i < shares.length && bytes < maxBytes; i++) {
            if (!read(rest.next().tenure(), (int) Math.min(shares[i], maxBytes - bytes))) {
                break;
            }
        }
        sections.sort(Comparator.comparing((Section section) -> section.log().followers(), ObjectAssembler::compare)
                .thenComparing(section -> section.tenure().partition().id().topicId())
                .thenComparing(section -> section.tenure().partition().id().partition()));
        return sections;
    }

    private long[] shares(List<OpenObject.Candidate> candidates) {
        long share = Math.max(SMALLEST_SHARE, maxBytes / candidates.size());
        long[] shares = new long[candidates.size()];
        long left = maxBytes;
        for (int i = 0; i < shares.length && left > 0; i++) {
            shares[i] = Math.min(left, Math.min(share, candidates.get(i).bytes()));
            left -= shares[i];
        }
        for (int i = 0; i < shares.length && left > 0 && shares[i] > 0; i++) {
            long more = Math.min(left, Math.max(0, candidates.get(i).bytes() - shares[i]));
            shares[i] += more;
            left -= more;
        }
        return shares;
    }

    /** Reads one partition's section; false if the object is full. */
    private boolean read(Tenure tenure, int limit) {
        if (limit == 0) {
            return false;
        }
        LeaderLog log = tenure.log();
        long baseOffset = tenure.nextOffset();
        Optional<LogChunk> read;
        try {
            read = log.read(baseOffset, limit);
        } catch (RuntimeException e) {
            unreadable.add(new Unreadable(tenure, e));
            return true;
        }
        if (read.isEmpty() || !log.isCurrent()) {
            empty.add(tenure);
            return true;
        }
        LogChunk chunk = read.get();
        int length = chunk.bytes().remaining();
        if (bytes > 0 && bytes + length > maxBytes) {
            return false;
        }
        sections.add(new Section(tenure, log, baseOffset, chunk));
        bytes += length;
        return true;
    }

    private static int compare(List<Integer> one, List<Integer> other) {
        int common = Math.min(one.size(), other.size());
        for (int i = 0; i < common; i++) {
            int order = one.get(i).compareTo(other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(one.size(), other.size());
    }

    /** Adds the sections to an object. */
    static WalObjectBuilder build(List<Section> sections) {
        WalObjectBuilder builder = new WalObjectBuilder();
        for (Section section : sections) {
            builder.add(
                    section.tenure().partition().id(),
                    section.log().leaderEpoch(),
                    section.baseOffset(),
                    section.chunk().endOffset(),
                    section.tenure().epochUploadBase(),
                    section.chunk().bytes());
        }
        return builder;
    }
}
