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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** Looks for the calls to hooks in a woven class file: the proof that advice is in the methods where it should be. */
final class CallsToHooks extends ClassVisitor {

    private static final String HOOKS = HookRegistry.class.getPackageName().replace('.', '/') + "/";

    private final List<WovenMethod> missing;

    private CallsToHooks(List<WovenMethod> methods) {
        super(OpenedClassReader.ASM_API);
        this.missing = new ArrayList<>(methods);
    }

    /**
     * Checks that every method of a weaving calls a hook.
     *
     * @throws IllegalStateException that names those that do not
     */
    static void require(Weaving weaving, byte[] classFile) {
        CallsToHooks visitor = new CallsToHooks(weaving.methods());
        new ClassReader(classFile).accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        if (!visitor.missing.isEmpty()) {
            throw new IllegalStateException(
                    "advice was not woven: class=" + weaving.className() + " methods=" + visitor.missing);
        }
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        Type type = Type.getMethodType(descriptor);
        List<String> parameterTypes =
                Arrays.stream(type.getArgumentTypes()).map(Type::getClassName).toList();
        return missing.stream()
                .filter(method -> method.matches(name, type.getReturnType().getClassName(), parameterTypes))
                .findFirst()
                .map(this::calls)
                .orElse(null);
    }

    private MethodVisitor calls(WovenMethod method) {
        return new MethodVisitor(OpenedClassReader.ASM_API) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                if (opcode == Opcodes.INVOKESTATIC && owner.startsWith(HOOKS)) {
                    missing.remove(method);
                }
            }
        };
    }
}
