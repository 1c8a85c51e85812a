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

package io.culvert.tests.faults;

import io.culvert.api.RemoteWalStorageManager;
import io.culvert.storage.filesystem.FileSystemRemoteWalStorageManager;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.LongAdder;
import javax.management.JMException;
import javax.management.ObjectName;

/** Counts one kind of call on one broker, for tests to read over JMX. Thread-safe. */
public final class CallCounters implements CallCountersMBean {

    /** The MBeans of all kinds of calls. */
    public static final String DOMAIN = "io.culvert.tests.faults";

    private final LongAdder calls = new LongAdder();
    private final LongAdder faults = new LongAdder();
    private final LongAdder done = new LongAdder();

    CallCounters() {}

    static CallCounters register(StoreOperation operation) {
        CallCounters counters = new CallCounters();
        try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(counters, name(operation));
        } catch (JMException e) {
            throw new IllegalStateException("cannot register the counters: operation=" + operation, e);
        }
        return counters;
    }

    static void unregister(StoreOperation operation) {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name(operation));
        } catch (JMException e) {
            throw new IllegalStateException("cannot unregister the counters: operation=" + operation, e);
        }
    }

    static String pattern(StoreOperation operation) {
        return DOMAIN + ":operation=" + operation.text();
    }

    void called() {
        calls.increment();
    }

    void befallen() {
        faults.increment();
    }

    void done() {
        done.increment();
    }

    @Override
    public long getCalls() {
        return calls.sum();
    }

    @Override
    public long getFaults() {
        return faults.sum();
    }

    @Override
    public long getDone() {
        return done.sum();
    }

    @Override
    public int getLoadedApart() {
        ClassLoader own = CallCounters.class.getClassLoader();
        return FileSystemRemoteWalStorageManager.class.getClassLoader() == own
                        && RemoteWalStorageManager.class.getClassLoader() != own
                ? 1
                : 0;
    }

    private static ObjectName name(StoreOperation operation) throws JMException {
        return new ObjectName(pattern(operation));
    }
}
