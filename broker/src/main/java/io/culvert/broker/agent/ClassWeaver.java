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

import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.modifier.SyntheticState;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;

/**
 * Weaves advice into the class file of one Kafka class.
 *
 * <p>Works on class files alone: to look at a loaded class while another is being loaded would load Kafka's classes
 * recursively and end in a {@link LinkageError}.
 */
final class ClassWeaver {

    private final ClassFileLocator adviceClassFiles =
            ClassFileLocator.ForClassLoader.of(Weaving.class.getClassLoader());

    /**
     * Weaves a class.
     *
     * @param weaving what to weave
     * @param classFile the stock class file
     * @param classFiles finds the class files of the classes that it names
     * @return the woven class file
     * @throws IllegalStateException if a join point is missing, is there more than once or was not woven
     */
    byte[] weave(Weaving weaving, byte[] classFile, ClassFileLocator classFiles) {
        ClassFileLocator locator = new ClassFileLocator.Compound(
                ClassFileLocator.Simple.of(weaving.className(), classFile), classFiles, adviceClassFiles);
        TypePool types = TypePool.Default.of(locator);
        TypeDescription type = types.describe(weaving.className()).resolve();
        requireFields(weaving, type);
        DynamicType.Builder<?> builder = new ByteBuddy()
                .with(TypeValidation.DISABLED)
                .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
                .with(Implementation.Context.Disabled.Factory.INSTANCE)
                .redefine(type, locator);
        if (weaving.addedField().isPresent()) {
            builder = builder.defineField(
                    weaving.addedField().get(), Object.class, Visibility.PRIVATE, SyntheticState.SYNTHETIC);
        }
        for (WovenMethod method : weaving.methods()) {
            builder = builder.visit(advice(method, only(method, type), types, locator));
        }
        byte[] woven = builder.make().getBytes();
        CallsToHooks.require(weaving, woven);
        return woven;
    }

    private static AsmVisitorWrapper advice(
            WovenMethod method, MethodDescription target, TypePool types, ClassFileLocator locator) {
        TypeDescription advice = types.describe(method.advice().getName()).resolve();
        ElementMatcher<MethodDescription> only =
                candidate -> candidate.asDefined().equals(target);
        return new AsmVisitorWrapper.ForDeclaredMethods().invokable(only, Advice.to(advice, locator));
    }

    /** The one declared method that is meant. */
    private static MethodDescription.InDefinedShape only(WovenMethod method, TypeDescription type) {
        if (method.name().equals(MethodDescription.TYPE_INITIALIZER_INTERNAL_NAME)) {
            // Not among the declared methods; that it is there is proven by the calls in it.
            return new MethodDescription.Latent.TypeInitializer(type);
        }
        List<MethodDescription.InDefinedShape> found = type.getDeclaredMethods().stream()
                .filter(candidate -> method.matches(
                        candidate.getInternalName(),
                        candidate.getReturnType().asErasure().getName(),
                        candidate.getParameters().asTypeList().asErasures().stream()
                                .map(TypeDefinition::getTypeName)
                                .toList()))
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException("join point must match once: class=" + type.getName() + " method=" + method
                    + " found=" + found.size());
        }
        return found.get(0);
    }

    private static void requireFields(Weaving weaving, TypeDescription type) {
        for (String name : weaving.fields()) {
            if (type.getDeclaredFields().stream()
                    .noneMatch(field -> field.getName().equals(name))) {
                throw new IllegalStateException("field missing: class=" + type.getName() + " field=" + name);
            }
        }
        weaving.addedField().ifPresent(name -> {
            if (type.getDeclaredFields().stream()
                    .anyMatch(field -> field.getName().equals(name))) {
                throw new IllegalStateException("field already there: class=" + type.getName() + " field=" + name);
            }
        });
    }
}
