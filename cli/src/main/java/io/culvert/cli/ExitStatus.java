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

package io.culvert.cli;

/** What commands end with. */
public enum ExitStatus {
    /** Done, and all is well. */
    OK(0),
    /** Done, and something is not well: a check failed, objects are leaked, what was asked for is not there. */
    FOUND_FAULT(1),
    /** The command line is wrong. */
    USAGE(2),
    /** An object or a store cannot be read: missing, not an object, truncated, damaged, of a newer version. */
    UNREADABLE(3),
    /** A fault of this program. */
    INTERNAL(70);

    private final int code;

    ExitStatus(int code) {
        this.code = code;
    }

    /** The number that the process ends with. */
    public int code() {
        return code;
    }
}
