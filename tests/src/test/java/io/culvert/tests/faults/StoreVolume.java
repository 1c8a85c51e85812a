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

package io.culvert.tests.faults;

import io.culvert.cluster.Polling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A volume of a fixed size for a store's directory, which can be filled, made read-only and taken away.
 *
 * <p>A tmpfs where this process may mount one, as root may. Elsewhere it is a plain directory, and filling it or making it
 * read-only lets PUTs fail with what the store would report. Not thread-safe.
 */
public final class StoreVolume implements AutoCloseable {

    private static final int MIB = 1 << 20;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Path mountPoint;
    private final Path root;
    private final Path filler;
    private final Path elsewhere;
    private final FaultyStore faults;
    private final boolean mounted;

    /**
     * Prepares an empty volume.
     *
     * @param mountPoint its directory, which is created if it is missing
     * @param mebibytes its size
     * @param faults used where nothing can be mounted
     */
    public StoreVolume(Path mountPoint, int mebibytes, FaultyStore faults) {
        this.mountPoint = mountPoint.toAbsolutePath();
        this.root = this.mountPoint.resolve("store");
        this.filler = this.mountPoint.resolve("filler");
        this.elsewhere = this.mountPoint.resolve("elsewhere");
        this.faults = faults;
        try {
            Files.createDirectories(this.mountPoint);
            unmount();
            this.mounted =
                    run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "culvert", this.mountPoint.toString());
            Files.createDirectories(root);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare the volume: mountPoint=" + mountPoint, e);
        }
    }

    /** Returns the store's directory on the volume. */
    public Path root() {
        return root;
    }

    /** Fills the volume to its last byte, and keeps the brokers from making room. */
    public void fill() {
        List<StoreFault> meanwhile =
                new ArrayList<>(List.of(StoreFault.failing(StoreOperation.DELETE, FailureKind.RETRIABLE)));
        if (mounted) {
            faults.inject(meanwhile);
            // A PUT that has its place already may give some of it back: fill up until nothing fits.
            Polling.await("the volume to be full", TIMEOUT, this::isFilledUp);
        } else {
            meanwhile.add(StoreFault.failing(StoreOperation.PUT, FailureKind.RETRIABLE));
            faults.inject(meanwhile);
        }
    }

    /** Makes the volume read-only. */
    public void makeReadOnly() {
        if (mounted) {
            Polling.await(
                    "the volume to be read-only",
                    TIMEOUT,
                    () -> run("mount", "-o", "remount,ro", mountPoint.toString()));
        } else {
            faults.inject(List.of(
                    StoreFault.failing(StoreOperation.PUT, FailureKind.INVALID),
                    StoreFault.failing(StoreOperation.DELETE, FailureKind.INVALID)));
        }
    }

    /** Takes the store's directory away. */
    public void takeAway() {
        move(root, elsewhere);
    }

    /** Undoes everything: the directory is back, can be written, and has room. */
    public void restore() {
        faults.clear();
        if (mounted && !run("mount", "-o", "remount,rw", mountPoint.toString())) {
            throw new IllegalStateException("cannot make the volume writable: mountPoint=" + mountPoint);
        }
        try {
            Files.deleteIfExists(filler);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make room: file=" + filler, e);
        }
        if (Files.exists(elsewhere)) {
            move(elsewhere, root);
        }
    }

    /** Removes the volume with what is on it. */
    @Override
    public void close() {
        unmount();
    }

    private boolean isFilledUp() {
        boolean wasFull = !append(1);
        while (append(MIB)) {
            wasFull = false;
        }
        while (append(1)) {
            wasFull = false;
        }
        return wasFull;
    }

    private boolean append(int bytes) {
        try (var out = Files.newOutputStream(
                filler, java.nio.file.StandardOpenOption.CREATE, java.nio.file.StandardOpenOption.APPEND)) {
            out.write(new byte[bytes]);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void unmount() {
        // Lazily: a broker that still reads must not keep the next run from its volume.
        run("umount", "-l", mountPoint.toString());
    }

    private static void move(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot move the store: from=" + from + " to=" + to, e);
        }
    }

    private static boolean run(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            // There is no such command here.
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a command ran: command=" + command[0], e);
        }
    }
}
