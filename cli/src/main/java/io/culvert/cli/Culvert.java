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

import io.culvert.cli.demo.DemoCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code bin/culvert} command. */
@Command(
        name = "culvert",
        description = "Tiered storage for the active log segment of Apache Kafka.",
        mixinStandardHelpOptions = true,
        versionProvider = CulvertVersion.class,
        subcommands = {DemoCommand.class},
        synopsisSubcommandLabel = "COMMAND")
public final class Culvert {

    private Culvert() {}

    /** Runs the command line and ends the JVM with its exit status. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** Returns the command line with all commands. */
    public static CommandLine commandLine() {
        return new CommandLine(new Culvert());
    }
}
