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

package io.culvert.tests;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructor;
import java.util.Map;
import java.util.Set;

/** Clocks, timers and random numbers of the JVM, which nobody but the wiring may reach for. */
final class AmbientState {

    /** Members by class, whatever their parameters. */
    private static final Map<String, Set<String>> MEMBERS = Map.ofEntries(
            Map.entry("java.lang.System", Set.of("currentTimeMillis", "nanoTime")),
            Map.entry("java.lang.Math", Set.of("random")),
            Map.entry("java.time.Clock", Set.of("system", "systemUTC", "systemDefaultZone")),
            Map.entry("java.util.UUID", Set.of("randomUUID")),
            Map.entry("java.util.concurrent.ThreadLocalRandom", Set.of("current")),
            Map.entry("java.util.random.RandomGenerator", Set.of("getDefault")),
            Map.entry(
                    "java.util.concurrent.CompletableFuture",
                    Set.of("orTimeout", "completeOnTimeout", "delayedExecutor")),
            Map.entry("org.apache.kafka.common.Uuid", Set.of("randomUuid")),
            Map.entry("org.apache.kafka.common.utils.Time", Set.of("SYSTEM")));

    /** Classes that read the JVM's clock or seed themselves when called without arguments. */
    private static final Set<String> WITHOUT_ARGUMENTS = Set.of(
            "java.time.Instant",
            "java.time.LocalDate",
            "java.time.LocalDateTime",
            "java.time.OffsetDateTime",
            "java.time.ZonedDateTime",
            "java.util.Date",
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.security.SecureRandom");

    private AmbientState() {}

    /** Where the JVM's clock and chance enter, named one by one. */
    static DescribedPredicate<JavaClass> mayBeUsedBy(String root) {
        return belongTo(Set.of(root + ".core.time.Ticker", root + ".broker.runtime.DataPath", root + ".cli.Culvert"));
    }

    static DescribedPredicate<JavaAccess<?>> isAccessed() {
        return DescribedPredicate.describe(
                "is a clock, a timer or a source of randomness of the JVM", access -> isAmbient(access.getTarget()));
    }

    private static boolean isAmbient(AccessTarget target) {
        String owner = target.getOwner().getName();
        if (MEMBERS.getOrDefault(owner, Set.of()).contains(target.getName())) {
            return true;
        }
        return WITHOUT_ARGUMENTS.contains(owner)
                && (target.getName().equals("now") || target.getName().equals(JavaConstructor.CONSTRUCTOR_NAME))
                && target instanceof AccessTarget.CodeUnitAccessTarget codeUnit
                && codeUnit.getRawParameterTypes().isEmpty();
    }

    private static DescribedPredicate<JavaClass> belongTo(Set<String> names) {
        return DescribedPredicate.describe(
                "belong to " + names, type -> names.contains(outermost(type).getName()));
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(AmbientState::outermost).orElse(type);
    }
}
