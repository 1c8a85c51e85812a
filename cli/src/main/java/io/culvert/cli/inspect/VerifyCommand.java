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

import io.culvert.api.RemoteWalStorageException;
import io.culvert.cli.CliFailure;
import io.culvert.cli.ExitStatus;
import io.culvert.cli.inspect.StoreInventory.StoredObject;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Verifies everything that a store holds. */
@Command(
        name = "verify",
        description =
                "Reads every object of a store and checks every checksum, every record batch and that the offsets of"
                        + " every partition and epoch continue. Names each fault, the first one first.",
        mixinStandardHelpOptions = true)
public final class VerifyCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Parameters(paramLabel = "STORE", description = "The store's root directory, as a path or a file: URI.")
    private String location = "";

    /** Makes the command; it writes what it finds to {@code out}. */
    public VerifyCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CliFailure, IOException {
        try (OpenStore store = OpenStore.open(location)) {
            StoreInventory inventory = StoreInventory.of(store);
            StoreVerifier verifier = new StoreVerifier(store);
            for (StoredObject object : inventory.objects()) {
                int before = verifier.faults().size();
                verify(verifier, object);
                List<String> found = verifier.faults();
                found.subList(before, found.size()).forEach(fault -> out.println("fault " + fault));
            }
            if (!inventory.foreignKeys().isEmpty()) {
                out.println("skipped files that are no objects: files="
                        + inventory.foreignKeys().size() + " first="
                        + inventory.foreignKeys().get(0));
            }
            out.println(verifier.summary());
            return verifier.faults().isEmpty() ? ExitStatus.OK.code() : ExitStatus.FOUND_FAULT.code();
        }
    }

    private static void verify(StoreVerifier verifier, StoredObject object) throws CliFailure {
        try {
            verifier.verify(object);
        } catch (IOException | RemoteWalStorageException e) {
            throw new CliFailure(
                    ExitStatus.UNREADABLE, "cannot read: object=" + object.key() + " reason=" + e.getMessage(), e);
        }
    }
}
