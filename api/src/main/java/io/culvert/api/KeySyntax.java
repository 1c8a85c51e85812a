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

package io.culvert.api;

import java.util.regex.Pattern;

/** The grammar of keys, which every store checks before it does anything with one. */
public final class KeySyntax {

    /** What a longest key of any store that we know of may have. */
    public static final int MAX_LENGTH = 1024;

    private static final Pattern KEY =
            Pattern.compile("(?!\\.{1,2}(/|$))[A-Za-z0-9._-]+" + "(/(?!\\.{1,2}(/|$))[A-Za-z0-9._-]+)*");

    private KeySyntax() {}

    /**
     * Fails unless {@code key} is a {@code /}-separated path of segments of {@code [A-Za-z0-9._-]}, none of them empty,
     * {@code .} or {@code ..}, and not longer than {@link #MAX_LENGTH}.
     */
    public static void requireKey(String key) throws InvalidStorageException {
        if (key.length() > MAX_LENGTH || !KEY.matcher(key).matches()) {
            throw new InvalidStorageException("not a key of at most " + MAX_LENGTH
                    + " characters in segments of [A-Za-z0-9._-]: key=" + printable(key));
        }
    }

    /** Fails unless {@code prefix} is empty or a key with a slash behind it. */
    public static void requirePrefix(String prefix) throws InvalidStorageException {
        if (!prefix.isEmpty()
                && !(prefix.endsWith("/")
                        && KEY.matcher(prefix.substring(0, prefix.length() - 1)).matches())) {
            throw new InvalidStorageException(
                    "not empty or whole key segments that end in a slash: prefix=" + printable(prefix));
        }
    }

    private static String printable(String text) {
        String clean = text.replaceAll("[^\\x20-\\x7E]", "?");
        return clean.length() <= MAX_LENGTH ? clean : clean.substring(0, MAX_LENGTH) + "...";
    }
}
