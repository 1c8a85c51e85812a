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
import io.culvert.core.format.WalObjectReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the header and the sections of objects. */
@Command(
        name = "describe",
        description = "Shows the header and the sections of objects, without reading the sections.",
        mixinStandardHelpOptions = true)
public final class DescribeCommand implements Callable<Integer> {

    private final PrintWriter out;
    private final PrintWriter err;

    @Parameters(paramLabel = "OBJECT", arity = "1..*", description = "The object's file, as a path or a file: URI.")
    private List<String> locations = new ArrayList<>();

    @Option(names = "--json", description = "Print each object as one line of JSON.")
    private boolean json;

    /** Makes the command; it writes what it finds to {@code out} and what it cannot read to {@code err}. */
    public DescribeCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        int status = ExitStatus.OK.code();
        for (int i = 0; i < locations.size(); i++) {
            if (i > 0 && !json) {
                out.println();
            }
            try {
                describe(locations.get(i));
            } catch (CliFailure e) {
                out.flush();
                err.println("culvert: " + e.getMessage());
                status = Math.max(status, e.status().code());
            }
        }
        return status;
    }

    private void describe(String location) throws CliFailure {
        try (FileObject file = FileObject.open(location)) {
            ObjectDescription description = new ObjectDescription(location, WalObjectReader.open(file));
            if (json) {
                description.printJson(out);
            } else {
                description.printText(out);
            }
        } catch (IOException | RemoteWalStorageException e) {
            throw new CliFailure(ExitStatus.UNREADABLE, "cannot read: object=" + location + ": " + e.getMessage(), e);
        }
    }
}
