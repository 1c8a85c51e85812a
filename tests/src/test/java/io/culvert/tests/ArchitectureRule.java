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

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.google.errorprone.annotations.Immutable;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import java.util.concurrent.TimeUnit;

/**
 * What every class below a root package must keep, whatever that root is: production code has {@code io.culvert}, the
 * classes that break the rules on purpose have one of their own.
 */
enum ArchitectureRule {
    ONLY_THE_BROKER_TOUCHES_BROKER_INTERNALS(root -> noClasses()
            .that()
            .resideOutsideOfPackage(root + ".broker..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("kafka..", "scala..")
                    .or(resideInAPackage("org.apache.kafka..")
                            .and(not(resideInAnyPackage("org.apache.kafka.common..", "org.apache.kafka.clients.."))))
                    .as("are internals of a Kafka broker"))
            .because("a new Kafka version must be a change of one module")),

    THE_API_DEPENDS_ON_NOTHING_OF_OURS(root -> dependOnlyOn(root + ".api..")),

    CORE_DEPENDS_ON_THE_API_ONLY(root -> dependOnlyOn(root + ".core..", root + ".api..")),

    STORES_DEPEND_ON_THE_API_ONLY(root -> dependOnlyOn(root + ".storage..", root + ".api..")),

    CORE_PACKAGES_HAVE_NO_CYCLES(
            root -> slices().matching(root + ".core.(*)..").should().beFreeOfCycles()),

    TIME_AND_RANDOMNESS_ARE_INJECTED(root -> noClasses()
            .that(not(AmbientState.mayBeUsedBy(root)))
            .should()
            .accessTargetWhere(AmbientState.isAccessed())
            .because("tests and simulations must be able to set the clock and the seed")),

    NOTHING_SLEEPS(root -> noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", long.class, int.class)
            .orShould()
            .callMethod(TimeUnit.class, "sleep", long.class)
            .because("whoever waits must wait for something")),

    NAMES_SAY_WHAT_A_CLASS_IS(
            root -> noClasses().should().haveNameMatching(".*(Helper|Helpers|Util|Utils|Impl|Misc)(\\$.*)?")),

    NO_STATIC_FIELD_CAN_CHANGE(root -> fields().that()
            .areDeclaredInClassesThat(not(StaticState.mayBeHeldBy(root)))
            .and()
            .areStatic()
            .and()
            .doNotHaveModifier(JavaModifier.SYNTHETIC)
            .should()
            .beFinal()
            .andShould(StaticState.holdNoMutableValue())
            .because("several brokers share a JVM in tests")),

    NOTHING_IS_A_SINGLETON(root -> fields().that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat(not(StaticState.mayOfferInstances()).and(not(StaticState.mayBeHeldBy(root))))
            .should(StaticState.notHaveTheTypeOfTheirClass())
            .because("whoever needs an object is given it")),

    NOTHING_IS_INJECTED_INTO_FIELDS(root -> fields().should(StaticState.haveNoInjectionAnnotation()));

    /** Packages that every module may use. */
    private static final String[] COMMON = {
        "java..", "org.apache.kafka.common..", "org.slf4j..", "org.jspecify..", "com.google.errorprone.annotations.."
    };

    private final Scoped rule;

    ArchitectureRule(Scoped rule) {
        this.rule = rule;
    }

    /** The rule for the classes below {@code root}. */
    ArchRule below(String root) {
        return rule.below(root);
    }

    private static ArchRule dependOnlyOn(String packages, String... others) {
        return classes()
                .that()
                .resideInAPackage(packages)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(COMMON)
                        .or(resideInAPackage(packages))
                        .or(resideInAnyPackage(others)));
    }

    /** A rule that still has to be told what it is for. */
    @Immutable
    private interface Scoped {

        ArchRule below(String root);
    }
}
