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
import io.culvert.cli.inspect.DescribeCommand;
import io.culvert.cli.inspect.DumpCommand;
import io.culvert.cli.inspect.GcCommand;
import io.culvert.cli.inspect.VerifyCommand;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code bin/culvert} command. */
@Command(
        name = "culvert",
        description = "Tiered storage for the active log segment of Apache Kafka.",
        mixinStandardHelpOptions = true,
        versionProvider = CulvertVersion.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all is well",
            "1:a check failed, or what was asked for is not there",
            "2:the command line is wrong",
            "3:an object or a store cannot be read",
            "70:a fault of this program"
        })
public final class Culvert {

    private Culvert() {}

    /** Runs the command line and ends the JVM with its exit status. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** The command line with all its commands, on the standard streams. */
    public static CommandLine commandLine() {
        PrintWriter out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
        PrintWriter err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
        return commandLine(out, err, Clock.systemUTC());
    }

    static CommandLine commandLine(PrintWriter out, PrintWriter err, Clock clock) {
        return new CommandLine(new Culvert())
                .addSubcommand(new DemoCommand())
                .addSubcommand(new DescribeCommand(out, err))
                .addSubcommand(new VerifyCommand(out))
                .addSubcommand(new DumpCommand(out))
                .addSubcommand(new GcCommand(out, clock))
                .setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler(Culvert::explain);
    }

    private static int explain(Exception failure, CommandLine command, CommandLine.ParseResult result) {
        if (failure instanceof CliFailure expected) {
            command.getErr().println("culvert: " + expected.getMessage());
            return expected.status().code();
        }
        command.getErr().println("culvert: a fault of this program, please report it: " + failure);
        return ExitStatus.INTERNAL.code();
    }
}
