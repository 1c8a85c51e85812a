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

package io.culvert.cluster.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The records that are written, each told by its number alone: what was written needs not be remembered.
 *
 * <p>Values do not compress. Immutable and thread-safe.
 */
public final class NumberedRecords {

    private static final String KEY_PREFIX = "record-";

    private final int valueBytes;

    public NumberedRecords(int valueBytes) {
        this.valueBytes = valueBytes;
    }

    public byte[] key(int number) {
        return (KEY_PREFIX + number).getBytes(StandardCharsets.UTF_8);
    }

    public byte[] value(int number) {
        byte[] value = new byte[valueBytes];
        new SplittableRandom(number).nextBytes(value);
        return value;
    }

    /** Returns the number of the record that has this key and value, or -1 when we wrote no such record. */
    public int numberOf(byte @Nullable [] key, byte @Nullable [] value) {
        if (key == null || value == null) {
            return -1;
        }
        String text = new String(key, StandardCharsets.UTF_8);
        if (!text.matches(KEY_PREFIX + "\\d{1,9}")) {
            return -1;
        }
        int number = Integer.parseInt(text.substring(KEY_PREFIX.length()));
        return Arrays.equals(value, value(number)) ? number : -1;
    }
}
