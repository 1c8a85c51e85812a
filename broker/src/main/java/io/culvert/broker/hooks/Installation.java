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

import java.util.List;
import java.util.Map;

/** What the agent has done in this JVM. */
public interface Installation {

    /**
     * Loads every class that should be woven, if it is not loaded yet, and checks all that can be checked.
     *
     * @return what makes it impossible to run a broker with Culvert in this JVM; empty if nothing does
     */
    List<String> problems();

    /** Broker settings to use where a broker's properties lack them; meaningful only without {@link #problems()}. */
    Map<String, String> defaults();
}
