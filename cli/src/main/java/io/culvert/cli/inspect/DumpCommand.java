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
import io.culvert.core.format.SectionEntry;
import io.culvert.core.format.WalObjectReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the record batches of an object. */
@Command(
        name = "dump",
        description =
                "Shows the record batches of an object in the words of kafka-dump-log. Positions are in the object.",
        mixinStandardHelpOptions = true)
public final class DumpCommand implements Callable<Integer> {

    private final PrintWriter out;

    @Parameters(paramLabel = "OBJECT", description = "The object's file, as a path or a file: URI.")
    private String location = "";

    @Option(
            names = "--partition",
            paramLabel = "TOPIC-PARTITION",
            description = "Only the sections of this partition, such as orders-0.")
    private @Nullable String partition;

    /** Makes the command; it writes what it finds to {@code out}. */
    public DumpCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws CliFailure {
        boolean allValid = true;
        try (FileObject file = FileObject.open(location)) {
            WalObjectReader object = WalObjectReader.open(file);
            for (SectionEntry section : wanted(object)) {
                out.printf(
                        "Dumping %s leaderEpoch: %d baseOffset: %d endOffset: %d position: %d size: %d%n",
                        section.partition().topicPartition(),
                        section.leaderEpoch(),
                        section.baseOffset(),
                        section.endOffset(),
                        section.position(),
                        section.length());
                allValid &= dump(object, section);
            }
        } catch (IOException | RemoteWalStorageException e) {
            out.flush();
            throw new CliFailure(ExitStatus.UNREADABLE, "cannot read: object=" + location + ": " + e.getMessage(), e);
        }
        return allValid ? ExitStatus.OK.code() : ExitStatus.FOUND_FAULT.code();
    }

    private List<SectionEntry> wanted(WalObjectReader object) throws CliFailure {
        if (partition == null) {
            return object.sections();
        }
        List<SectionEntry> wanted = object.sections().stream()
                .filter(section ->
                        section.partition().topicPartition().toString().equals(partition))
                .toList();
        if (wanted.isEmpty()) {
            throw new CliFailure(
                    ExitStatus.FOUND_FAULT,
                    "the object holds nothing of the partition: object=" + location + " partition=" + partition);
        }
        return wanted;
    }

    private boolean dump(WalObjectReader object, SectionEntry section) throws IOException, RemoteWalStorageException {
        long position = section.position();
        boolean allValid = true;
        try {
            for (MutableRecordBatch batch :
                    MemoryRecords.readableRecords(object.read(section)).batches()) {
                out.println(BatchLine.of(batch, position));
                position += batch.sizeInBytes();
                allValid &= batch.isValid();
            }
        } catch (KafkaException e) {
            throw new IOException("malformed batch: position=" + position + " reason=" + e.getMessage(), e);
        }
        if (position != section.endPosition()) {
            out.printf("Found %d bytes at the end that are no whole batch%n", section.endPosition() - position);
            return false;
        }
        return allValid;
    }
}
