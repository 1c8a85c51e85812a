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

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A class, method or field of Kafka that Culvert touches.
 *
 * <p>Written as a line: the class; for a member, a blank, its name and, with parentheses for a method, its descriptor; in
 * front, in brackets, the line of Kafka versions if it is not the same in all.
 *
 * <pre>
 * kafka.cluster.Partition
 * kafka.cluster.Partition isLeader()Z
 * [4.4] kafka.cluster.Partition logManager:Lorg/apache/kafka/storage/internals/log/LogManager;
 * </pre>
 *
 * @param versionLine the line of versions that has it, such as {@code 4.4}; empty if all supported have
 * @param owner the class where Culvert looks for it, which may inherit it
 * @param member the member's name; empty for the class itself
 * @param descriptor the member's descriptor; empty for the class itself
 */
record KafkaSymbol(Optional<String> versionLine, String owner, String member, String descriptor)
        implements Comparable<KafkaSymbol> {

    private static final Pattern LINE =
            Pattern.compile("(?:\\[(\\d+\\.\\d+)] )?([\\w.$]+)(?: ([\\w$<>]+)(\\(\\S*|:\\S+))?");

    static KafkaSymbol type(String owner) {
        return new KafkaSymbol(Optional.empty(), owner, "", "");
    }

    static KafkaSymbol member(String owner, String name, String descriptor) {
        return new KafkaSymbol(Optional.empty(), owner, name, descriptor);
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException if it is none
     */
    static KafkaSymbol parse(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("no symbol: line=" + line);
        }
        Optional<String> version = Optional.ofNullable(matcher.group(1));
        if (matcher.group(3) == null) {
            return new KafkaSymbol(version, matcher.group(2), "", "");
        }
        String descriptor = matcher.group(4);
        return new KafkaSymbol(
                version,
                matcher.group(2),
                matcher.group(3),
                descriptor.startsWith(":") ? descriptor.substring(1) : descriptor);
    }

    /** The same symbol, of one line of versions only. */
    KafkaSymbol onlyIn(String line) {
        return new KafkaSymbol(Optional.of(line), owner, member, descriptor);
    }

    /** Whether it may change in any version: it is not part of the public API of Kafka's clients. */
    boolean isInternal() {
        boolean inClients =
                owner.startsWith("org.apache.kafka.common.") || owner.startsWith("org.apache.kafka.clients.");
        return !inClients || owner.contains(".internal");
    }

    boolean isType() {
        return member.isEmpty();
    }

    boolean isMethod() {
        return descriptor.startsWith("(");
    }

    boolean isIn(String line) {
        return versionLine.isEmpty() || versionLine.get().equals(line);
    }

    @Override
    public int compareTo(KafkaSymbol other) {
        int byOwner = owner.compareTo(other.owner);
        if (byOwner != 0) {
            return byOwner;
        }
        int byMember = member.compareTo(other.member);
        return byMember != 0 ? byMember : toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        String version = versionLine.map(line -> "[" + line + "] ").orElse("");
        if (isType()) {
            return version + owner;
        }
        return version + owner + " " + member + (isMethod() ? "" : ":") + descriptor;
    }
}
