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

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads a storage manager and what it depends on from its own class path first, so that its libraries never meet the
 * broker's. Java's own classes, the storage interface and Kafka's client classes, which that interface names, always
 * come from the parent.
 *
 * <p>Kafka has such a class too, but in another package in each version that Culvert supports.
 */
final class ChildFirstClassLoader extends URLClassLoader {

    private static final List<String> PARENT_FIRST =
            List.of("java.", "javax.", "jdk.", "io.culvert.api.", "org.apache.kafka.", "org.slf4j.");

    static {
        registerAsParallelCapable();
    }

    ChildFirstClassLoader(URL[] classPath, ClassLoader parent) {
        super(classPath, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (PARENT_FIRST.stream().anyMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null) {
                found = findOrAskParent(name);
            }
            if (resolve) {
                resolveClass(found);
            }
            return found;
        }
    }

    private Class<?> findOrAskParent(String name) throws ClassNotFoundException {
        try {
            return findClass(name);
        } catch (ClassNotFoundException e) {
            return super.loadClass(name, false);
        }
    }

    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }

    /** Only what this class path holds: services of the broker's libraries must not be found here. */
    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> own = Collections.list(findResources(name));
        return own.isEmpty() ? super.getResources(name) : Collections.enumeration(own);
    }
}
