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

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.culvert.tests.violations.WellBehaved;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Production code keeps the architecture's rules, and each rule fails for code that does not. */
final class ArchitectureTest {

    private static final Path HOME = Path.of(System.getProperty("culvert.home"));

    private static final List<Path> MODULES = List.of(
            classes("api"),
            classes("core"),
            classes("storage/filesystem"),
            classes("broker"),
            classes("cluster"),
            classes("cli"));

    private static final JavaClasses PRODUCTION = new ClassFileImporter().importPaths(MODULES);

    private static final JavaClasses VIOLATIONS =
            new ClassFileImporter().importPackages(WellBehaved.class.getPackageName());

    @ParameterizedTest
    @ValueSource(strings = {"api", "core", "storage.filesystem", "broker", "cluster", "cli"})
    void everyModuleIsLookedAt(String module) {
        assertThat(PRODUCTION).anyMatch(type -> type.getPackageName().startsWith("io.culvert." + module));
    }

    @ParameterizedTest
    @EnumSource
    void productionCodeKeepsTheRule(ArchitectureRule rule) {
        rule.below("io.culvert").allowEmptyShould(true).check(PRODUCTION);
    }

    @ParameterizedTest
    @EnumSource
    void theRuleFindsWhoeverBreaksIt(ArchitectureRule rule) {
        List<String> found = violationsOf(rule);

        assertThat(violators(rule)).allSatisfy(name -> assertThat(found).anyMatch(detail -> names(detail, name)));
    }

    @ParameterizedTest
    @EnumSource
    void theRuleLeavesOthersAlone(ArchitectureRule rule) {
        List<String> found = violationsOf(rule);

        assertThat(innocents(rule)).allSatisfy(name -> assertThat(found).noneMatch(detail -> names(detail, name)));
    }

    private static List<String> violationsOf(ArchitectureRule rule) {
        return rule.below(WellBehaved.class.getPackageName())
                .evaluate(VIOLATIONS)
                .getFailureReport()
                .getDetails();
    }

    private static boolean names(String detail, String name) {
        return detail.contains(WellBehaved.class.getPackageName() + "." + name);
    }

    /** Names below the package of violations, of a class, a method or a field. */
    private static Set<String> violators(ArchitectureRule rule) {
        return switch (rule) {
            case ONLY_THE_BROKER_TOUCHES_BROKER_INTERNALS -> Set.of("core.CoreThatReadsKafkaLogs");
            case THE_API_DEPENDS_ON_NOTHING_OF_OURS -> Set.of("api.ApiThatKnowsCore");
            case CORE_DEPENDS_ON_THE_API_ONLY ->
                Set.of("core.CoreThatKnowsTheBroker", "core.CoreThatKnowsTheStore", "core.CoreThatReadsKafkaLogs");
            case STORES_DEPEND_ON_THE_API_ONLY -> Set.of("storage.StoreThatKnowsCore");
            case CORE_PACKAGES_HAVE_NO_CYCLES -> Set.of("core.hen.Hen", "core.egg.Egg");
            case TIME_AND_RANDOMNESS_ARE_INJECTED ->
                Set.of(
                        "core.time.OwnClock.byReference",
                        "core.time.OwnClock.byCall",
                        "core.time.OwnClock.byClock",
                        "core.time.OwnClock.byInstant",
                        "core.time.OwnClock.byKafka",
                        "core.time.OwnDice.unseeded",
                        "core.time.OwnDice.threadLocal",
                        "core.time.OwnDice.math",
                        "core.time.OwnDice.uuid",
                        "core.time.OwnTimer.deadline");
            case NOTHING_SLEEPS -> Set.of("core.time.Sleeper.sleep()", "core.time.Sleeper.sleepByUnit()");
            case NAMES_SAY_WHAT_A_CLASS_IS -> Set.of("state.ClockImpl", "state.StringUtils", "state.StringUtils$Misc");
            case NO_STATIC_FIELD_CAN_CHANGE ->
                Set.of(
                        "state.MutableStatics.counter",
                        "state.MutableStatics.TOTAL",
                        "state.MutableStatics.BY_INTERFACE",
                        "state.MutableStatics.BY_CLASS",
                        "state.MutableStatics.FILLED_LATER",
                        "state.MutableStatics.PER_THREAD",
                        "state.MutableStatics.EXPOSED");
            case NOTHING_IS_A_SINGLETON -> Set.of("state.Singleton.INSTANCE");
            case NOTHING_IS_INJECTED_INTO_FIELDS -> Set.of("state.FieldInjection.name");
        };
    }

    private static Set<String> innocents(ArchitectureRule rule) {
        return switch (rule) {
            case ONLY_THE_BROKER_TOUCHES_BROKER_INTERNALS -> Set.of("WellBehaved", "broker.BrokerThatReadsKafkaLogs");
            case TIME_AND_RANDOMNESS_ARE_INJECTED -> Set.of("WellBehaved", "core.time.Ticker");
            case NO_STATIC_FIELD_CAN_CHANGE, NOTHING_IS_A_SINGLETON ->
                Set.of("WellBehaved", "broker.hooks.HookRegistry");
            default -> Set.of("WellBehaved");
        };
    }

    private static Path classes(String module) {
        Path classes = HOME.resolve(module).resolve("target/classes");
        assertThat(classes).as("compiled classes of a module").isDirectory();
        return classes;
    }
}
