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

package io.culvert.tests.support;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/** Waits for the answers of the Admin client. */
public final class AdminCalls {

    private static final long TIMEOUT_SECONDS = 60;

    private AdminCalls() {}

    /**
     * Returns the answer.
     *
     * @param what completes the sentence "cannot ..."
     * @throws IllegalStateException when it is an error, which is then the cause, or takes longer than a minute
     */
    public static <T> T get(String what, KafkaFuture<T> answer) {
        try {
            return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot " + what, e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("cannot " + what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted: cannot " + what, e);
        }
    }
}
