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

package io.culvert.benchmarks;

import io.culvert.cluster.FileTree;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures Culvert beside plain replication in one run, and prints one table. */
public final class Benchmarks {

    private Benchmarks() {}

    /** Ends with 0 when every target was met, with 1 when one was not, with 2 when the arguments are wrong. */
    public static void main(String[] arguments) throws IOException {
        BenchmarkOptions options;
        try {
            options = BenchmarkOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(BenchmarkOptions.USAGE);
            System.exit(2);
            return;
        }
        Path directory = Files.createTempDirectory("culvert-benchmarks-");
        List<Figure> figures = new ArrayList<>();
        for (String scenario : options.scenarios()) {
            figures.addAll(run(scenario, options, directory.resolve(scenario)));
        }
        // When a scenario breaks off, what its brokers logged stays.
        FileTree.delete(directory);
        print(System.out, options, arguments, figures);
        System.exit(figures.stream().allMatch(Figure::met) ? 0 : 1);
    }

    private static List<Figure> run(String scenario, BenchmarkOptions options, Path directory) {
        return switch (scenario) {
            case ReplicationScenario.NAME -> new ReplicationScenario(options, System.err).run(directory);
            case PartitionsScenario.NAME -> new PartitionsScenario(options, System.err).run(directory);
            default -> throw new IllegalArgumentException("unknown scenario: " + scenario);
        };
    }

    private static void print(PrintStream out, BenchmarkOptions options, String[] arguments, List<Figure> figures) {
        out.println();
        out.println("benchmarks/run " + String.join(" ", arguments));
        out.printf(
                "Kafka %s, store: file system, JDK %s, %d processors%n%n",
                options.kafkaVersion(), Runtime.version(), Runtime.getRuntime().availableProcessors());
        out.printf("%-38s %14s %14s %12s %10s%n", "", "Culvert", "plain", "", "target");
        for (Figure figure : figures) {
            out.printf(
                    "%-38s %14s %14s %12s %10s%s%n",
                    figure.name(),
                    figure.culvert(),
                    figure.plain(),
                    figure.outcome(),
                    figure.target(),
                    figure.met() ? "" : "  missed");
        }
    }
}
