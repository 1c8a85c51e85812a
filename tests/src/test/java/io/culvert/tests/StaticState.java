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
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What static fields may hold, and how fields may be filled. */
final class StaticState {

    private static final Set<String> INJECTION_ANNOTATIONS =
            Set.of("Inject", "Autowired", "Resource", "Value", "Singleton");

    private StaticState() {}

    /** The one registry of brokers by JVM, which inlined hooks look up. */
    static DescribedPredicate<JavaClass> mayBeHeldBy(String root) {
        return DescribedPredicate.describe(
                "are the registry of hooks", type -> type.getName().equals(root + ".broker.hooks.HookRegistry"));
    }

    /** Types that may offer instances of themselves: values, and interfaces with an implementation that does nothing. */
    static DescribedPredicate<JavaClass> mayOfferInstances() {
        return DescribedPredicate.describe(
                "are records, enums or interfaces", type -> type.isRecord() || type.isEnum() || type.isInterface());
    }

    static ArchCondition<JavaField> notHaveTheTypeOfTheirClass() {
        return condition(
                "not have the type of their class",
                field -> field.getRawType().equals(field.getOwner()),
                "has the type of its class");
    }

    static ArchCondition<JavaField> haveNoInjectionAnnotation() {
        return condition(
                "have no annotation that fills them",
                field -> field.getAnnotations().stream()
                        .anyMatch(annotation -> INJECTION_ANNOTATIONS.contains(
                                annotation.getRawType().getSimpleName())),
                "is filled by an annotation");
    }

    static ArchCondition<JavaField> holdNoMutableValue() {
        return condition("hold no mutable value", StaticState::holdsMutableValue, "holds a mutable value");
    }

    private static boolean holdsMutableValue(JavaField field) {
        JavaClass type = field.getRawType();
        if (type.isArray()) {
            return !field.getModifiers().contains(JavaModifier.PRIVATE);
        }
        if (isMutable(type)) {
            return true;
        }
        return isContainer(type) && fillsContainersWhenLoaded(field.getOwner());
    }

    /** A field of type {@code Map} says nothing of what it holds; what the class creates when it is loaded does. */
    private static boolean fillsContainersWhenLoaded(JavaClass owner) {
        return owner.getStaticInitializer().stream()
                .flatMap(initializer -> initializer.getConstructorCallsFromSelf().stream())
                .anyMatch(call -> isContainer(call.getTargetOwner()));
    }

    private static boolean isMutable(JavaClass type) {
        return (isContainer(type) && !type.isInterface())
                || type.getPackageName().startsWith("java.util.concurrent")
                || type.isAssignableTo(ThreadLocal.class)
                || type.isAssignableTo(StringBuilder.class)
                || type.isAssignableTo(java.util.random.RandomGenerator.class)
                || type.isAssignableTo(java.nio.Buffer.class);
    }

    private static boolean isContainer(JavaClass type) {
        return type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class);
    }

    private static ArchCondition<JavaField> condition(
            String description, Predicate<JavaField> broken, String complaint) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaField field, ConditionEvents events) {
                if (broken.test(field)) {
                    events.add(SimpleConditionEvent.violated(field, field.getFullName() + " " + complaint));
                }
            }
        };
    }
}
