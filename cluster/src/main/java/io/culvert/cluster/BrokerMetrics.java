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

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Reads the MBeans of a running node.
 *
 * <p>The node needs no JMX port: its JVM is asked for a local connector when it is read for the first time.
 * Thread-safe. Calls block for a few milliseconds, and for as long as the node is suspended.
 */
public final class BrokerMetrics implements AutoCloseable {

    private static final String MEMORY = "java.lang:type=Memory";

    private final JMXConnector connector;
    private final MBeanServerConnection beans;

    private BrokerMetrics(JMXConnector connector) throws IOException {
        this.connector = connector;
        this.beans = connector.getMBeanServerConnection();
    }

    // The address comes from our own child process, over a local channel: nothing foreign is deserialized.
    @SuppressWarnings("BanJNDI")
    static BrokerMetrics attach(long pid) {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                String url = machine.startLocalManagementAgent();
                return new BrokerMetrics(JMXConnectorFactory.connect(new JMXServiceURL(url)));
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException | IOException e) {
            throw new ClusterException("cannot read the metrics of a node: pid=" + pid, e);
        }
    }

    /**
     * Returns the value of a numeric attribute of every MBean that matches, by the MBean's name.
     *
     * @param pattern an {@link ObjectName} pattern
     * @param attribute MBeans that match but lack it are left out
     */
    public Map<String, Double> read(String pattern, String attribute) {
        Map<String, Double> values = new TreeMap<>();
        try {
            Set<ObjectName> names = beans.queryNames(name(pattern), null);
            for (ObjectName name : names) {
                for (Attribute found :
                        beans.getAttributes(name, new String[] {attribute}).asList()) {
                    if (found.getValue() instanceof Number number) {
                        values.put(name.getCanonicalName(), number.doubleValue());
                    }
                }
            }
            return values;
        } catch (IOException | JMException e) {
            throw new ClusterException("cannot read metrics: pattern=" + pattern + " attribute=" + attribute, e);
        }
    }

    /**
     * Returns the sum of a numeric attribute over every MBean that matches.
     *
     * @throws ClusterException when none matches, so that a misspelt name is not taken for zero
     */
    public double sum(String pattern, String attribute) {
        Map<String, Double> values = read(pattern, attribute);
        if (values.isEmpty()) {
            throw new ClusterException("no such metric: pattern=" + pattern + " attribute=" + attribute);
        }
        return values.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Returns what the sockets of one of the broker's listeners have carried since it started. */
    public ListenerBytes listenerBytes(String listener) {
        String pattern = "kafka.server:type=socket-server-metrics,listener=" + listener + ",networkProcessor=*";
        return new ListenerBytes(
                (long) sum(pattern, "incoming-byte-total"), (long) sum(pattern, "outgoing-byte-total"));
    }

    /** Returns what brokers have sent each other through this broker since it started. */
    public ListenerBytes replicationBytes() {
        return listenerBytes(ServerProperties.REPLICATION);
    }

    /** Returns how often leaders on this broker took a replica out of an ISR. */
    public long isrShrinks() {
        return (long) sum("kafka.server:type=ReplicaManager,name=IsrShrinksPerSec", "Count");
    }

    /** Returns the processor time that the node's JVM has used. */
    public Duration cpuTime() {
        return Duration.ofNanos((long) sum("java.lang:type=OperatingSystem", "ProcessCpuTime"));
    }

    /** Collects garbage and returns the bytes of the heap that are in use then. */
    public long liveHeapBytes() {
        try {
            beans.invoke(name(MEMORY), "gc", new Object[0], new String[0]);
            CompositeData usage = (CompositeData) beans.getAttribute(name(MEMORY), "HeapMemoryUsage");
            return (Long) usage.get("used");
        } catch (IOException | JMException e) {
            throw new ClusterException("cannot read the heap's use", e);
        }
    }

    /** Ends the connection; idempotent, and silent when the node is gone. */
    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // The node ended before the connection did; nothing is left to release.
            return;
        }
    }

    private static ObjectName name(String pattern) {
        try {
            return new ObjectName(pattern);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException("not an MBean name: pattern=" + pattern, e);
        }
    }
}
