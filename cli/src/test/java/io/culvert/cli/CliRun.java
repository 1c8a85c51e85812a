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

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a run of the command line printed and ended with.
 *
 * @param status the exit status
 * @param out standard output
 * @param err standard error
 */
public record CliRun(int status, String out, String err) {

    /** The time that runs take for now. */
    public static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    /** Runs the command line. */
    public static CliRun of(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] words = List.of(arguments).stream().map(String::valueOf).toArray(String[]::new);
        int status = Culvert.commandLine(
                        new PrintWriter(out), new PrintWriter(err, true), Clock.fixed(NOW, ZoneOffset.UTC))
                .execute(words);
        return new CliRun(status, out.toString(), err.toString());
    }

    /** The lines of standard output. */
    public List<String> lines() {
        return out.lines().collect(Collectors.toList());
    }
}
