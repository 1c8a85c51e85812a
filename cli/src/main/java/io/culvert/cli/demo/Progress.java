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

package io.culvert.cli.demo;

import io.culvert.core.time.Ticker;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints what the demo is doing, with the seconds since it began. */
final class Progress {

    private final PrintWriter out;
    private final Ticker ticker;
    private final long start;

    Progress(PrintWriter out, Ticker ticker) {
        this.out = out;
        this.ticker = ticker;
        this.start = ticker.nanos();
    }

    void say(String format, Object... arguments) {
        double seconds = (ticker.nanos() - start) / 1e9;
        out.printf(Locale.ROOT, "[%6.1f s] %s%n", seconds, String.format(Locale.ROOT, format, arguments));
        out.flush();
    }
}
