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

package io.culvert.core.format;

/**
 * Where one partition's run of whole record batches lies in a WAL object.
 *
 * @param storeIndex which of the configured stores holds the object, 0 to 255; 0 where there is one
 * @param object the object
 * @param position first byte of the section in the object
 * @param length bytes of the section, at least 1
 * @param crc32c CRC-32C of those bytes
 * @param leaderEpoch the leader epoch at which the section was read from the leader's log
 * @param baseOffset first offset covered, inclusive
 * @param endOffset end of what is covered, exclusive, greater than {@code baseOffset}; cleaned logs have gaps inside
 */
public record SectionReference(
        int storeIndex,
        ObjectId object,
        long position,
        int length,
        int crc32c,
        int leaderEpoch,
        long baseOffset,
        long endOffset) {

    public SectionReference {
        if (storeIndex < 0 || storeIndex > 255) {
            throw new IllegalArgumentException("store index out of range 0..255: storeIndex=" + storeIndex);
        }
        if (position < 0 || length < 1 || leaderEpoch < 0 || baseOffset < 0 || endOffset <= baseOffset) {
            throw new IllegalArgumentException("section reference is not well formed: position=" + position + " length="
                    + length + " leaderEpoch=" + leaderEpoch + " baseOffset=" + baseOffset + " endOffset="
                    + endOffset);
        }
    }

    /** Says whether {@code offset} lies in {@code [baseOffset, endOffset)}. */
    public boolean covers(long offset) {
        return baseOffset <= offset && offset < endOffset;
    }
}
