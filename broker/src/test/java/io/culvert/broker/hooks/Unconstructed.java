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

package io.culvert.broker.hooks;

import java.lang.reflect.Field;

/** Makes objects of Kafka classes whose constructors need a whole broker, where only their identity matters. */
final class Unconstructed {

    private Unconstructed() {}

    static <T> T of(Class<T> type) {
        try {
            Class<?> unsafeClass = Class.forName("sun.misc.Unsafe");
            Field unsafe = unsafeClass.getDeclaredField("theUnsafe");
            unsafe.setAccessible(true);
            return type.cast(
                    unsafeClass.getMethod("allocateInstance", Class.class).invoke(unsafe.get(null), type));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
