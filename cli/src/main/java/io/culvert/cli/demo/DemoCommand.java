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

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.culvert.cluster.ClusterException;
import io.culvert.cluster.FileTree;
import io.culvert.cluster.KafkaCluster;
import io.culvert.cluster.KafkaDistribution;
import io.culvert.core.time.Ticker;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bin/culvert demo}. */
@Command(
        name = "demo",
        description = {
            "Replicates a topic through a store and compares it with a plain twin.",
            "Starts three real Kafka brokers in three zones on free ports of this machine, writes the same records to"
                    + " both topics, reads them back from followers in other zones, compares every record and every"
                    + " replica's log, kills a leader under load, and checks again. Removes everything it wrote."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:every check held", "1:a check failed, or the demo could not run", "2:the options are wrong"},
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--records",
            paramLabel = "N",
            defaultValue = "100000",
            description = "Records that each topic gets at full speed (default: ${DEFAULT-VALUE}).")
    private int records;

    @Option(
            names = "--record-size",
            paramLabel = "BYTES",
            defaultValue = "1024",
            description = "Size of each record's value (default: ${DEFAULT-VALUE}).")
    private int recordSize;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "12",
            description = "Partitions of each topic (default: ${DEFAULT-VALUE}).")
    private int partitions;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "4",
            description = "How long latency is measured, for each topic and each of acks=1 and acks=all"
                    + " (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--no-kill", description = "Kill no leader.")
    private boolean noKill;

    @Option(names = "--keep", description = "Leave the brokers running and print their address.")
    private boolean keep;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the result to a file as JSON.")
    private @Nullable Path json;

    @Option(
            names = "--kafka",
            paramLabel = "VERSION",
            defaultValue = KafkaDistribution.DEFAULT_VERSION,
            description = "The Kafka that the brokers run: 4.4.0 or 4.3.1 (default: ${DEFAULT-VALUE}).")
    private String kafkaVersion = KafkaDistribution.DEFAULT_VERSION;

    @Option(
            names = "--stock",
            hidden = true,
            description = "Run without Culvert, to see what the demo itself costs; the verdict is then a failure.")
    private boolean stock;

    /** For picocli, which fills the fields. */
    public DemoCommand() {}

    /** Whoever waits two minutes for a result wants to hear at once that it cannot be written. */
    private void prepareForJson(CommandSpec command) {
        Path file = json;
        if (file == null) {
            return;
        }
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            if (Files.isDirectory(file) || (folder != null && !Files.isWritable(folder))) {
                throw new IOException("not a file that can be written");
            }
        } catch (IOException e) {
            throw new ParameterException(
                    command.commandLine(), "result cannot be written: --json=" + file + " (" + e.getMessage() + ")", e);
        }
    }

    @Override
    public Integer call() throws IOException {
        CommandSpec command = Objects.requireNonNull(spec, "picocli sets the command");
        PrintWriter out = command.commandLine().getOut();
        DemoOptions options;
        try {
            options = new DemoOptions(
                    kafkaVersion, records, recordSize, partitions, seconds, !noKill, keep, json, !stock);
            KafkaDistribution.of(kafkaVersion);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
        prepareForJson(command);
        Path directory = Files.createTempDirectory("culvert-demo-");
        Progress progress = new Progress(out, Ticker.system());
        progress.say("starting three brokers of Kafka %s in %s", kafkaVersion, directory);
        int status = run(options, directory, progress);
        if (status == 0 && !options.keep()) {
            // The cluster has removed what is its own; the store is the demo's.
            FileTree.delete(directory);
        }
        return status;
    }

    private int run(DemoOptions options, Path directory, Progress progress) throws IOException {
        CommandSpec command = Objects.requireNonNull(spec, "picocli sets the command");
        PrintWriter out = command.commandLine().getOut();
        try (KafkaCluster cluster = DemoCluster.start(options, directory)) {
            Demo.Outcome outcome = new Demo(options, cluster, directory, progress, Ticker.system()).run();
            new ResultTable(out).print(options, outcome);
            if (options.json() != null) {
                write(options.json(), outcome.result());
            }
            if (outcome.result().passed()) {
                cluster.discardLogsOnClose();
            } else {
                out.println("the brokers' logs are kept: " + directory);
            }
            if (options.keep()) {
                keepRunning(cluster, out);
            }
            out.flush();
            return outcome.result().passed() ? 0 : 1;
        } catch (ClusterException e) {
            command.commandLine().getErr().println("the demo could not run: " + e.getMessage());
            return 1;
        }
    }

    private static void keepRunning(KafkaCluster cluster, PrintWriter out) {
        List<Long> pids = cluster.detach();
        out.println("still running: bootstrap.servers=" + cluster.bootstrapServers());
        out.println("to end it:     kill -9 "
                + pids.stream().map(String::valueOf).collect(Collectors.joining(" ")) + " && rm -r "
                + cluster.directory());
    }

    private static void write(Path file, DemoResult result) throws IOException {
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), result);
    }
}
