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

package io.culvert.tests.violations.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Holds state that the whole JVM shares, in each way there is. */
public final class MutableStatics {

    static int counter = 1;
    static final AtomicLong TOTAL = new AtomicLong();
    static final List<String> BY_INTERFACE = new ArrayList<>();
    static final HashMap<String, String> BY_CLASS = new HashMap<>();
    static final Map<String, String> FILLED_LATER = new HashMap<>();
    static final ThreadLocal<String> PER_THREAD = new ThreadLocal<>();
    static final byte[] EXPOSED = {1};

    private MutableStatics() {}
}
