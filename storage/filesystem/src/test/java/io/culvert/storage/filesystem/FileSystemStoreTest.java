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

package io.culvert.storage.filesystem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.culvert.api.CorruptObjectException;
import io.culvert.api.InvalidStorageException;
import io.culvert.api.ObjectExistsException;
import io.culvert.api.ObjectNotFoundException;
import io.culvert.api.ObjectSummary;
import io.culvert.api.RetriableStorageException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the store does on the disk, and what it does when the disk does not play along. */
final class FileSystemStoreTest {

    @TempDir
    private Path volume;

    private Path root;
    private FileSystemStore store;

    @BeforeEach
    void openStore() throws IOException {
        root = Files.createDirectory(volume.resolve("culvert"));
        store = open(Map.of());
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void keepsAnObjectInAFileOfItsKey() throws IOException {
        store.put("a/b/c", List.of(bytes(10))).join();

        assertThat(Files.readAllBytes(root.resolve("a/b/c")))
                .isEqualTo(bytes(10).array());
        assertThat(incoming()).isEmpty();
    }

    @Test
    void letsNobodyElseIn() throws IOException {
        store.put("a/b", List.of(bytes(10))).join();

        assertThat(permissions("a")).isEqualTo("rwx------");
        assertThat(permissions("~incoming")).isEqualTo("rwx------");
        assertThat(permissions("a/b")).isEqualTo("rw-------");
    }

    @Test
    void givesThePermissionsThatAreSetWhateverTheUmask() throws IOException {
        try (FileSystemStore shared = open(Map.of("directory.permissions", "0777", "file.permissions", "0666"))) {
            shared.put("shared/b", List.of(bytes(10))).join();
        }

        assertThat(permissions("shared")).isEqualTo("rwxrwxrwx");
        assertThat(permissions("~incoming")).isEqualTo("rwxrwxrwx");
        assertThat(permissions("shared/b")).isEqualTo("rw-rw-rw-");
    }

    @Test
    void syncsWhereThatIsAskedFor() {
        try (FileSystemStore synced = open(Map.of("fsync", "true"))) {
            synced.put("a/b", List.of(bytes(10))).join();

            assertThat(synced.get("a/b", 0, 10).join()).isEqualTo(bytes(10));
        }
    }

    @Test
    void failsRetriablyWhileTheRootIsMissingAndNeverMakesIt() throws IOException {
        Path away = Files.move(root, volume.resolve("away"));

        assertThat(failure(store.put("a/b", List.of(bytes(10))))).satisfies(this::saysThatTheRootIsMissing);
        assertThat(failure(store.get("a/b", 0, 1))).satisfies(this::saysThatTheRootIsMissing);
        assertThat(failure(store.delete(List.of("a/b")))).satisfies(this::saysThatTheRootIsMissing);
        assertThat(failure(store.list("", Optional.empty()))).satisfies(this::saysThatTheRootIsMissing);
        assertThat(root).doesNotExist();

        Files.move(away, root);
        store.put("a/b", List.of(bytes(10))).join();
        assertThat(store.get("a/b", 0, 10).join()).isEqualTo(bytes(10));
    }

    @Test
    void failsRetriablyWhenTheRootIsNoDirectory() throws IOException {
        Files.delete(root);
        Files.createFile(root);

        assertThat(failure(store.list("", Optional.empty()))).isInstanceOf(RetriableStorageException.class);
        assertThat(failure(store.put("a", List.of(bytes(1))))).isInstanceOf(InvalidStorageException.class);
    }

    @Test
    void leavesNoTemporaryFileBehindAFailedPut() throws IOException {
        store.put("a/b", List.of(bytes(10))).join();

        assertThat(failure(store.put("a/b", List.of(bytes(10))))).isInstanceOf(ObjectExistsException.class);
        assertThat(failure(store.put("a/b/c", List.of(bytes(10)))))
                .isInstanceOf(InvalidStorageException.class)
                .hasMessageContaining("a part of the path is a file");

        assertThat(incoming()).isEmpty();
    }

    @Test
    void leavesNothingBehindAPutThatIsCancelledHalfWay() throws Exception {
        ObjectFiles files = new ObjectFiles(tree(), false);
        List<Boolean> chunks = new ArrayList<>();
        BooleanSupplier unwantedAfterThreeChunks = () -> {
            chunks.add(true);
            return chunks.size() > 3;
        };

        assertThatThrownBy(() -> files.create("a/b", List.of(bytes(2_000_000)), unwantedAfterThreeChunks))
                .isInstanceOf(CancellationException.class);

        assertThat(chunks).hasSize(4);
        assertThat(incoming()).isEmpty();
        assertThat(root.resolve("a/b")).doesNotExist();
    }

    @Test
    void takesItsOwnLinkForSuccessWhenTheVolumeRepeatsARequest() throws Exception {
        ObjectFiles files = new ObjectFiles(tree(), false);
        Path file = tree().createIncoming();
        Files.createLink(root.resolve("repeated"), file);

        files.link("repeated", file);

        assertThatThrownBy(() -> files.link("repeated", tree().createIncoming()))
                .isInstanceOf(ObjectExistsException.class);
    }

    @Test
    void failsRetriablyWhenItsTemporaryFileIsRemoved() throws Exception {
        ObjectFiles files = new ObjectFiles(tree(), false);
        Path file = tree().createIncoming();
        Files.delete(file);

        assertThatThrownBy(() -> files.link("a/b", file)).isInstanceOf(RetriableStorageException.class);
    }

    @Test
    void callsATruncatedObjectCorrupt() throws IOException {
        store.put("a", List.of(bytes(1_000))).join();
        try (FileChannel channel = FileChannel.open(root.resolve("a"), StandardOpenOption.WRITE)) {
            channel.truncate(400);
        }

        assertThat(store.get("a", 0, 400).join()).isEqualTo(bytes(400));
        assertThat(failure(store.get("a", 0, 401)))
                .isInstanceOf(CorruptObjectException.class)
                .hasMessageContaining("size=400");
    }

    @Test
    void neverReadsADirectory() {
        store.put("a/b", List.of(bytes(10))).join();

        assertThat(failure(store.get("a", 0, 1))).isInstanceOf(ObjectNotFoundException.class);
        assertThat(failure(store.get("a", 1 << 20, 1))).isInstanceOf(ObjectNotFoundException.class);
        assertThat(store.delete(List.of("a")).join()).isEmpty();
        assertThat(store.get("a/b", 0, 10).join()).isEqualTo(bytes(10));
    }

    @Test
    void removesDirectoriesThatItLeavesEmpty() {
        store.put("a/b/c", List.of(bytes(10))).join();
        store.put("a/d", List.of(bytes(10))).join();

        store.delete(List.of("a/b/c")).join();
        assertThat(root.resolve("a/b")).doesNotExist();
        assertThat(root.resolve("a")).exists();

        store.delete(List.of("a/d")).join();
        assertThat(root.resolve("a")).doesNotExist();
        assertThat(root).exists();
    }

    @Test
    void listsNothingButObjects() throws IOException {
        store.put("a/b", List.of(bytes(10))).join();
        Files.createFile(root.resolve("a/b~"));
        Files.createDirectory(root.resolve("lost+found"));
        Files.createFile(root.resolve("~incoming/put123"));
        Files.createSymbolicLink(root.resolve("a/link"), volume);
        Files.createSymbolicLink(root.resolve("loop"), root);

        assertThat(store.list("", Optional.empty()).join().objects())
                .extracting(ObjectSummary::key)
                .containsExactly("a/b");
    }

    @Test
    void listsSizesAndTimes() throws IOException {
        store.put("a/b", List.of(bytes(10))).join();
        Files.setLastModifiedTime(root.resolve("a/b"), FileTime.fromMillis(1_234_567_000L));

        assertThat(store.list("a/", Optional.empty()).join().objects())
                .containsExactly(new ObjectSummary("a/b", 10, 1_234_567_000L));
    }

    @Test
    void refusesAContinuationThatIsNone() {
        store.put("a/b", List.of(bytes(10))).join();

        assertThat(failure(store.list("a/", Optional.of("../etc")))).isInstanceOf(InvalidStorageException.class);
    }

    @Test
    void blocksNoCallerAndNoPutWhenReadsHang() throws Exception {
        Path pipe = root.resolve("hanging");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        List<CompletableFuture<ByteBuffer>> hanging = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            hanging.add(store.get("hanging", 0, 1));
        }

        store.put("a/b", List.of(bytes(10))).get(10, TimeUnit.SECONDS);
        assertThat(store.list("a/", Optional.empty()).get(10, TimeUnit.SECONDS).objects())
                .hasSize(1);
        assertThatThrownBy(() -> hanging.get(0).get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

        hanging.forEach(call -> call.cancel(true));
        CompletableFuture<ByteBuffer> next = store.get("a/b", 0, 10);
        letGo(pipe, next);
        assertThat(next.get(10, TimeUnit.SECONDS)).isEqualTo(bytes(10));
    }

    @Test
    void closesInTimeWhenReadsHang() throws Exception {
        Path pipe = root.resolve("hanging");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<ByteBuffer> hanging = store.get("hanging", 0, 1);

        CompletableFuture.runAsync(store::close).get(5, TimeUnit.SECONDS);

        letGo(pipe, hanging);
    }

    @Test
    void sweepsWhatDiedBeforeItBecameAnObject() throws Exception {
        Path old = tree().createIncoming();
        Path young = tree().createIncoming();
        Files.setLastModifiedTime(
                old, FileTime.fromMillis(Files.getLastModifiedTime(young).toMillis() - 60_001));

        assertThat(new IncomingSweep(tree(), 60_000).sweep()).isEqualTo(1);

        assertThat(incoming()).containsExactly(young);
    }

    @Test
    void sweepsNothingWhereThereIsNothing() throws Exception {
        assertThat(new IncomingSweep(tree(), 60_000).sweep()).isZero();
        assertThat(root.resolve("~incoming")).doesNotExist();
    }

    @Test
    void survivesASweepThatFails() throws IOException {
        Files.createFile(root.resolve("~incoming"));

        new IncomingSweep(tree(), 60_000).run();

        assertThat(failure(store.put("a", List.of(bytes(1))))).isInstanceOf(InvalidStorageException.class);
    }

    private void saysThatTheRootIsMissing(Throwable failure) {
        assertThat(failure)
                .isInstanceOf(RetriableStorageException.class)
                .hasMessageContaining("root directory is missing: root=" + root);
    }

    /** A writer at the other end of a pipe makes those that wait to open it go on, until {@code call} is done. */
    private static void letGo(Path pipe, CompletableFuture<?> call) {
        await().until(() -> {
            try (RandomAccessFile writer = new RandomAccessFile(pipe.toFile(), "rw")) {
                return writer.getChannel().isOpen() && call.isDone();
            }
        });
    }

    private FileSystemStore open(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("root", root.toString());
        return new FileSystemStore(FileSystemSettings.parse(all));
    }

    private ObjectTree tree() {
        return new ObjectTree(FileSystemSettings.parse(Map.of("root", root.toString())));
    }

    private List<Path> incoming() throws IOException {
        Path directory = root.resolve("~incoming");
        if (Files.notExists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private String permissions(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve(path)));
    }

    private static Throwable failure(CompletableFuture<?> call) {
        return call.handle((result, failure) -> failure).join();
    }

    private static ByteBuffer bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        return ByteBuffer.wrap(bytes);
    }
}
