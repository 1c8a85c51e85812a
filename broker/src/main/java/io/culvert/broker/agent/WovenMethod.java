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

import java.util.Arrays;
import java.util.List;

/**
 * A method or constructor of a Kafka class that advice is woven into.
 *
 * @param name the method's name, {@code <init>} for a constructor, {@code <clinit>} for the static initializer
 * @param returnType name of the erased return type
 * @param parameterTypes names of the erased parameter types; where Kafka versions differ, several for one parameter
 * @param advice the class with the advice
 */
record WovenMethod(String name, String returnType, List<List<String>> parameterTypes, Class<?> advice) {

    /**
     * Describes a method; a parameter type may be several, separated by {@code |}, where Kafka versions differ.
     *
     * @param advice the class with the advice
     * @param returnType name of the erased return type
     * @param name the method's name
     * @param parameterTypes names of the erased parameter types
     */
    static WovenMethod method(Class<?> advice, String returnType, String name, String... parameterTypes) {
        List<List<String>> types = Arrays.stream(parameterTypes)
                .map(type -> List.of(type.split("\\|", -1)))
                .toList();
        return new WovenMethod(name, returnType, types, advice);
    }

    static WovenMethod constructor(Class<?> advice, String... parameterTypes) {
        return method(advice, "void", "<init>", parameterTypes);
    }

    static WovenMethod staticInitializer(Class<?> advice) {
        return method(advice, "void", "<clinit>");
    }

    /** Whether a method with these erased types is the one described. */
    boolean matches(String otherName, String otherReturnType, List<String> otherParameterTypes) {
        if (!name.equals(otherName)
                || !returnType.equals(otherReturnType)
                || parameterTypes.size() != otherParameterTypes.size()) {
            return false;
        }
        for (int i = 0; i < parameterTypes.size(); i++) {
            if (!parameterTypes.get(i).contains(otherParameterTypes.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return name + "("
                + String.join(
                        ", ",
                        parameterTypes.stream()
                                .map(types -> String.join("|", types))
                                .toList())
                + ") " + returnType;
    }
}
