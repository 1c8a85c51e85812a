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

import org.jspecify.annotations.Nullable;

/** A command cannot do what it was asked for. The message is all that the user sees: one line, without a stack trace. */
public final class CliFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private final ExitStatus status;

    public CliFailure(ExitStatus status, String message) {
        this(status, message, null);
    }

    public CliFailure(ExitStatus status, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /** What the command ends with. */
    public ExitStatus status() {
        return status;
    }
}
