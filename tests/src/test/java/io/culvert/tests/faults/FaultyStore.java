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

import io.culvert.cluster.KafkaClusterBuilder;
import io.culvert.cluster.KafkaNode;
import io.culvert.storage.filesystem.FileSystemRemoteWalStorageManager;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * The test's side of {@link FaultInjectingStorageManager}: gives it to brokers as a plug-in, in a jar of its own beside the
 * classes of the store that it wraps, and says what is to go wrong.
 *
 * <p>A change holds for every call of any broker that begins after it. Thread-safe.
 */
public final class FaultyStore {

    private final FaultFile faults;
    private final Path faultsFile;
    private final String classPath;

    private FaultyStore(Path faultsFile, String classPath) {
        this.faults = new FaultFile(faultsFile);
        this.faultsFile = faultsFile;
        this.classPath = classPath;
    }

    /** Prepares the plug-in in a folder, which is created if it is missing; nothing goes wrong yet. */
    public static FaultyStore in(Path directory) {
        Path folder = directory.toAbsolutePath();
        try {
            Files.createDirectories(folder);
            Path jar = folder.resolve("fault-injecting-store.jar");
            writeJar(jar);
            FaultyStore store = new FaultyStore(
                    folder.resolve("faults.txt"),
                    jar + File.pathSeparator + location(FileSystemRemoteWalStorageManager.class));
            store.clear();
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare the plug-in: directory=" + directory, e);
        }
    }

    /** Lets the brokers with ids from 1 to {@code brokers} use the plug-in. */
    public void install(KafkaClusterBuilder builder, int brokers) {
        builder.property("remote.wal.storage.manager.class.name", FaultInjectingStorageManager.class.getName())
                .property("remote.wal.storage.manager.class.path", classPath)
                .property("rwsm.config." + FaultInjectingStorageManager.FAULTS_FILE, faultsFile.toString());
        for (int id = 1; id <= brokers; id++) {
            builder.property(id, "rwsm.config." + FaultInjectingStorageManager.NODE, Integer.toString(id));
        }
    }

    /** Lets these faults, and no others, befall calls from now on. */
    public void inject(List<StoreFault> newFaults) {
        faults.write(newFaults);
    }

    /** Lets this fault, and no other, befall calls from now on. */
    public void inject(StoreFault fault) {
        inject(List.of(fault));
    }

    /** Ends all faults. */
    public void clear() {
        inject(List.of());
    }

    /** Returns how many calls a running broker has made. */
    public static long calls(KafkaNode broker, StoreOperation operation) {
        return read(broker, operation, "Calls");
    }

    /** Returns how many calls of a running broker a fault has befallen. */
    public static long befallen(KafkaNode broker, StoreOperation operation) {
        return read(broker, operation, "Faults");
    }

    /** Returns how many calls of a running broker the store has done. */
    public static long done(KafkaNode broker, StoreOperation operation) {
        return read(broker, operation, "Done");
    }

    /** Returns whether a running broker loads the plug-in from the plug-in's own class path. */
    public static boolean isLoadedApart(KafkaNode broker) {
        return read(broker, StoreOperation.PUT, "LoadedApart") == 1;
    }

    private static long read(KafkaNode broker, StoreOperation operation, String attribute) {
        return (long) broker.metrics().sum(CallCounters.pattern(operation), attribute);
    }

    private static void writeJar(Path jar) throws IOException {
        Path classes = location(FaultyStore.class);
        Path own = classes.resolve(FaultyStore.class.getPackageName().replace('.', '/'));
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> members = Files.list(own)) {
            for (Path member : members.sorted().toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(member).toString()));
                Files.copy(member, out);
                out.closeEntry();
            }
        }
    }

    private static Path location(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }
}
