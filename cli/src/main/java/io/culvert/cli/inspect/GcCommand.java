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

package io.culvert.cli.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.culvert.cli.CliFailure;
import io.culvert.cli.ExitStatus;
import io.culvert.cli.inspect.StoreInventory.StoredObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what nobody will delete any more. */
@Command(
        name = "gc",
        description =
                "Shows what a store holds: young objects, and leaked ones, which are older than any that a running"
                        + " broker keeps or has still to sweep. Status 1 if there are leaked ones.",
        mixinStandardHelpOptions = true)
public final class GcCommand implements Callable<Integer> {

    private final PrintWriter out;
    private final Clock clock;

    @Parameters(paramLabel = "STORE", description = "The store's root directory, as a path or a file: URI.")
    private String location = "";

    @Option(names = "--dry-run", description = "Only show; required, for nothing else is there yet.")
    private boolean dryRun;

    @Option(
            names = "--retention-ms",
            defaultValue = "600000",
            description = "The brokers' remote.wal.retention.ms. Default: ${DEFAULT-VALUE}.")
    private long retentionMs;

    @Option(
            names = "--sweep-ms",
            description =
                    "How long brokers may take to find and delete what is over the retention time. Default: as long"
                            + " as --retention-ms, which is how often they sweep.")
    private @Nullable Long sweepMs;

    @Option(names = "--json", description = "Print one line of JSON.")
    private boolean json;

    /**
     * Makes the command.
     *
     * @param out where it writes what it finds
     * @param clock tells the age of objects; should agree with the store's
     */
    public GcCommand(PrintWriter out, Clock clock) {
        this.out = out;
        this.clock = clock;
    }

    @Override
    public Integer call() throws CliFailure, IOException {
        if (!dryRun) {
            throw new CliFailure(ExitStatus.USAGE, "gc deletes nothing yet: say --dry-run");
        }
        long graceMs = sweepMs == null ? retentionMs : sweepMs;
        if (retentionMs < 0 || graceMs < 0) {
            throw new CliFailure(
                    ExitStatus.USAGE,
                    "times must be at least 0: --retention-ms=" + retentionMs + " --sweep-ms=" + graceMs);
        }
        try (OpenStore store = OpenStore.open(location)) {
            StoreInventory inventory = StoreInventory.of(store);
            long leakedBeforeMs = clock.millis() - retentionMs - graceMs;
            List<StoredObject> leaked = inventory.objects().stream()
                    .filter(object -> object.summary().lastModifiedMs() < leakedBeforeMs)
                    .toList();
            print(inventory, leaked);
            return leaked.isEmpty() ? ExitStatus.OK.code() : ExitStatus.FOUND_FAULT.code();
        }
    }

    private void print(StoreInventory inventory, List<StoredObject> leaked) throws JsonProcessingException {
        long leakedBytes =
                leaked.stream().mapToLong(object -> object.summary().size()).sum();
        int youngObjects = inventory.objects().size() - leaked.size();
        long youngBytes = inventory.bytes() - leakedBytes;
        if (json) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("store", location);
            node.put("objects", inventory.objects().size()).put("bytes", inventory.bytes());
            node.putObject("young").put("objects", youngObjects).put("bytes", youngBytes);
            ObjectNode leakedNode = node.putObject("leaked");
            leakedNode.put("objects", leaked.size()).put("bytes", leakedBytes);
            ArrayNode keys = leakedNode.putArray("keys");
            leaked.forEach(object -> keys.add(object.key()));
            node.put("foreignFiles", inventory.foreignKeys().size());
            out.println(new ObjectMapper().writeValueAsString(node));
            return;
        }
        TextTable table = new TextTable("", "OBJECTS", "BYTES");
        table.row("young", youngObjects, youngBytes);
        table.row("leaked", leaked.size(), leakedBytes);
        table.row("store", inventory.objects().size(), inventory.bytes());
        table.print(out);
        leaked.forEach(object -> out.println("leaked object=" + object.key() + " bytes="
                + object.summary().size() + " ageMs="
                + (clock.millis() - object.summary().lastModifiedMs())));
        if (!inventory.foreignKeys().isEmpty()) {
            out.println("skipped files that are no objects: files="
                    + inventory.foreignKeys().size() + " first="
                    + inventory.foreignKeys().get(0));
        }
    }
}
