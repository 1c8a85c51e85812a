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

package io.culvert.broker.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.dynamic.ClassFileLocator;

/** Loads a stock Kafka as a JVM with the agent does: woven, with the hooks beside it. */
final class WeavingClassLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final Map<String, Weaving> weavings =
            Weaving.all().stream().collect(Collectors.toMap(Weaving::className, Function.identity()));

    private WeavingClassLoader(List<URL> urls) {
        super(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /**
     * Makes a class loader.
     *
     * @param kafka the version of Kafka
     * @param beside classes whose jars or folders it shall see too
     */
    static WeavingClassLoader of(KafkaJars kafka, Class<?>... beside) throws IOException {
        Stream<URL> ours = Stream.of(beside)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation());
        return new WeavingClassLoader(Stream.concat(ours, kafka.urls().stream().filter(url -> !isLogBackend(url)))
                .toList());
    }

    /** Hooks that fail on purpose would fill the build's output. */
    private static boolean isLogBackend(URL jar) {
        return jar.getPath().contains("/log4j-slf4j-impl");
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        Weaving weaving = weavings.get(name);
        if (weaving == null) {
            return super.findClass(name);
        }
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] woven =
                    new ClassWeaver().weave(weaving, in.readAllBytes(), ClassFileLocator.ForClassLoader.of(this));
            return defineClass(name, woven, 0, woven.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
