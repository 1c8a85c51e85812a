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

import io.culvert.broker.hooks.HookRegistry;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.bytebuddy.dynamic.ClassFileLocator;
import org.jspecify.annotations.Nullable;

/**
 * Weaves Kafka's classes as they are loaded, and remembers what it wove and what went wrong.
 *
 * <p>Costs other JVMs one look-up by name for each class that they load. Safe for use by any thread.
 */
final class KafkaWeaver implements ClassFileTransformer {

    private final Map<String, Weaving> byInternalName;
    private final Set<String> woven = ConcurrentHashMap.newKeySet();
    private final List<String> problems = new CopyOnWriteArrayList<>();

    KafkaWeaver(List<Weaving> weavings) {
        this.byInternalName = weavings.stream()
                .collect(Collectors.toUnmodifiableMap(
                        weaving -> weaving.className().replace('.', '/'), Function.identity()));
    }

    /** Names of the classes that were woven, with every join point proven to be there. */
    Set<String> woven() {
        return Set.copyOf(woven);
    }

    /** What went wrong so far. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable Module module,
            @Nullable ClassLoader loader,
            @Nullable String internalName,
            @Nullable Class<?> classBeingRedefined,
            @Nullable ProtectionDomain domain,
            byte[] classFile) {
        Weaving weaving = internalName == null ? null : byInternalName.get(internalName);
        if (weaving == null || classBeingRedefined != null) {
            return null;
        }
        try {
            requireHooksVisible(loader);
            byte[] result = new ClassWeaver().weave(weaving, classFile, ClassFileLocator.ForClassLoader.of(loader));
            woven.add(weaving.className());
            return result;
        } catch (Throwable failure) {
            // What a transformer throws is lost; the broker's start asks for the problems instead.
            problems.add("class could not be woven: class=" + weaving.className() + " cause=" + failure);
            return null;
        }
    }

    private static void requireHooksVisible(@Nullable ClassLoader loader) throws ClassNotFoundException {
        Class<?> seen = Class.forName(HookRegistry.class.getName(), false, loader);
        if (seen != HookRegistry.class) {
            throw new IllegalStateException("the class loader sees another copy of the agent: loader=" + loader);
        }
    }
}
