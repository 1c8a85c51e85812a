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

/** Which lane of the leader wrote an object. */
public enum ObjectKind {
    /** What was just appended, of as many partitions as were dirty. */
    TAIL(1),
    /** What followers below the index start asked for. */
    CATCH_UP(2);

    private final byte code;

    ObjectKind(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }

    /**
     * The kind written as {@code code}.
     *
     * @throws IllegalArgumentException if there is none
     */
    static ObjectKind of(byte code) {
        for (ObjectKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("unknown kind of object: kind=" + code);
    }
}
