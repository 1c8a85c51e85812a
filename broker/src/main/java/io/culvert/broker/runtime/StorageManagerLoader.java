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

package io.culvert.broker.runtime;

import io.culvert.api.RemoteWalStorageManager;
import io.culvert.core.config.WalConfig;
import io.culvert.core.config.WalConfigDef;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the configured {@link RemoteWalStorageManager}: from a class path of its own if one is set, otherwise from the
 * agent's jar or the broker's class path.
 */
final class StorageManagerLoader {

    private StorageManagerLoader() {}

    /**
     * Loads, constructs and configures the storage manager.
     *
     * @throws ConfigException naming the setting and the value if the class cannot be found, made or configured
     */
    static LoadedStorageManager load(WalConfig config) {
        String className = config.storageManagerClassName().orElseThrow();
        ClassLoader parent = StorageManagerLoader.class.getClassLoader();
        ChildFirstClassLoader own = config.storageManagerClassPath()
                .map(classPath -> new ChildFirstClassLoader(urls(classPath), parent))
                .orElse(null);
        RemoteWalStorageManager manager = null;
        try {
            manager = create(className, own == null ? parent : own);
            callIn(own, manager, config);
            return new LoadedStorageManager(manager, own);
        } catch (RuntimeException | Error e) {
            closeAfter(e, manager, own);
            throw e;
        }
    }

    private static RemoteWalStorageManager create(String className, ClassLoader loader) {
        try {
            return Class.forName(className, true, loader)
                    .asSubclass(RemoteWalStorageManager.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            ConfigException invalid = new ConfigException(
                    WalConfigDef.STORAGE_MANAGER_CLASS_NAME,
                    className,
                    "must be a class with a public no-argument constructor that implements "
                            + RemoteWalStorageManager.class.getName() + " and can be loaded here: " + e);
            invalid.initCause(e);
            throw invalid;
        }
    }

    private static void callIn(@Nullable ClassLoader loader, RemoteWalStorageManager manager, WalConfig config) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            if (loader != null) {
                thread.setContextClassLoader(loader);
            }
            manager.configure(config.storageManagerProperties());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static void closeAfter(
            Throwable failure, @Nullable RemoteWalStorageManager manager, @Nullable ChildFirstClassLoader loader) {
        try {
            if (manager != null) {
                manager.close();
            }
            if (loader != null) {
                loader.close();
            }
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static URL[] urls(String classPath) {
        List<URL> urls = new ArrayList<>();
        for (String element : classPath.split(File.pathSeparator, -1)) {
            if (!element.isBlank()) {
                addUrls(urls, element.trim(), classPath);
            }
        }
        if (urls.isEmpty()) {
            throw new ConfigException(
                    WalConfigDef.STORAGE_MANAGER_CLASS_PATH, classPath, "must name at least one jar or directory");
        }
        return urls.toArray(URL[]::new);
    }

    private static void addUrls(List<URL> urls, String element, String classPath) {
        try {
            if (element.endsWith("/*")) {
                Path directory = Path.of(element.substring(0, element.length() - 2));
                try (DirectoryStream<Path> jars = Files.newDirectoryStream(directory, "*.jar")) {
                    for (Path jar : jars) {
                        urls.add(jar.toUri().toURL());
                    }
                }
            } else {
                Path path = Path.of(element);
                if (!Files.isReadable(path)) {
                    throw new ConfigException(
                            WalConfigDef.STORAGE_MANAGER_CLASS_PATH, classPath, "cannot be read: element=" + element);
                }
                urls.add(path.toUri().toURL());
            }
        } catch (MalformedURLException e) {
            throw new ConfigException(
                    WalConfigDef.STORAGE_MANAGER_CLASS_PATH, classPath, "is not a path: element=" + element);
        } catch (IOException e) {
            throw new ConfigException(
                    WalConfigDef.STORAGE_MANAGER_CLASS_PATH,
                    classPath,
                    "cannot be listed: element=" + element + " (" + e + ")");
        }
    }
}
