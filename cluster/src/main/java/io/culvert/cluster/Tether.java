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

package io.culvert.cluster;

import java.io.IOException;

/**
 * A Java agent that ends its JVM when the process that started it is gone, even by SIGKILL.
 *
 * <p>It reads standard input, a pipe whose other end is held by the parent. The end of the pipe halts the
 * JVM; one byte releases it. It changes no class.
 */
public final class Tether {

    /** The exit status of a process that was ended by SIGKILL, as shells report it. */
    static final int EXIT_STATUS = 137;

    private Tether() {}

    /** Called by the JVM before {@code main}. */
    public static void premain(String arguments) {
        Thread thread = new Thread(Tether::watch, "culvert-tether");
        thread.setDaemon(true);
        thread.start();
    }

    private static void watch() {
        int read;
        try {
            read = System.in.read();
        } catch (IOException e) {
            read = -1;
        }
        if (read < 0) {
            Runtime.getRuntime().halt(EXIT_STATUS);
        }
    }
}
