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

package io.culvert.cli.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.culvert.core.format.ObjectHeader;
import io.culvert.core.format.SectionEntry;
import io.culvert.core.format.WalObjectReader;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** What an object says of itself, for people or for programs. */
final class ObjectDescription {

    private final String location;
    private final WalObjectReader object;

    ObjectDescription(String location, WalObjectReader object) {
        this.location = location;
        this.object = object;
    }

    /** Prints a few lines and a table. */
    void printText(PrintWriter out) {
        ObjectHeader header = object.header();
        out.printf("object          %s%n", location);
        out.printf("version         %d%n", object.version());
        out.printf("kind            %s%n", kind());
        out.printf("cluster id      %s%n", header.clusterId());
        out.printf("broker id       %d%n", header.object().brokerId());
        out.printf("broker epoch    %d%n", header.object().brokerEpoch());
        out.printf("sequence        %d%n", header.object().sequence());
        out.printf("resolved prefix %d%n", header.resolvedPrefix());
        out.printf("size            %d bytes%n", object.sizeBytes());
        out.printf("sections        %d, %d bytes%n", object.sections().size(), sectionBytes());
        TextTable table = new TextTable(
                "PARTITION",
                "TOPIC ID",
                "LEADER EPOCH",
                "BASE OFFSET",
                "END OFFSET",
                "EPOCH UPLOAD BASE",
                "POSITION",
                "LENGTH",
                "CRC-32C");
        for (SectionEntry section : object.sections()) {
            table.row(
                    section.partition().topicPartition(),
                    section.partition().topicId(),
                    section.leaderEpoch(),
                    section.baseOffset(),
                    section.endOffset(),
                    section.epochUploadBase(),
                    section.position(),
                    section.length(),
                    hex(section.crc32c()));
        }
        table.print(out);
    }

    /** Prints one line of JSON. */
    void printJson(PrintWriter out) throws JsonProcessingException {
        ObjectHeader header = object.header();
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("object", location);
        json.put("version", object.version());
        json.put("kind", kind());
        json.put("clusterId", header.clusterId());
        json.put("brokerId", header.object().brokerId());
        json.put("brokerEpoch", header.object().brokerEpoch());
        json.put("sequence", header.object().sequence());
        json.put("resolvedPrefix", header.resolvedPrefix());
        json.put("sizeBytes", object.sizeBytes());
        json.put("sectionBytes", sectionBytes());
        ArrayNode sections = json.putArray("sections");
        for (SectionEntry section : object.sections()) {
            sections.addObject()
                    .put("topic", section.partition().topic())
                    .put("topicId", section.partition().topicId().toString())
                    .put("partition", section.partition().partition())
                    .put("leaderEpoch", section.leaderEpoch())
                    .put("baseOffset", section.baseOffset())
                    .put("endOffset", section.endOffset())
                    .put("epochUploadBase", section.epochUploadBase())
                    .put("position", section.position())
                    .put("length", section.length())
                    .put("crc32c", hex(section.crc32c()));
        }
        out.println(new ObjectMapper().writeValueAsString(json));
    }

    private String kind() {
        return object.header().kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private long sectionBytes() {
        List<SectionEntry> sections = object.sections();
        return sections.stream().mapToLong(SectionEntry::length).sum();
    }

    private static String hex(int crc32c) {
        return "0x%08x".formatted(crc32c);
    }
}
