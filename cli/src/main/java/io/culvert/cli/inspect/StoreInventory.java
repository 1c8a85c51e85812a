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

import io.culvert.api.ObjectSummary;
import io.culvert.cli.CliFailure;
import io.culvert.cli.ExitStatus;
import io.culvert.core.format.ObjectKeys;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a store holds.
 *
 * @param objects those whose key names an object, stream by stream in the order of their sequence numbers
 * @param foreignKeys all other keys
 */
record StoreInventory(List<StoredObject> objects, List<String> foreignKeys) {

    StoreInventory {
        objects = List.copyOf(objects);
        foreignKeys = List.copyOf(foreignKeys);
    }

    /**
     * Lists a store.
     *
     * @throws CliFailure if it cannot be listed, or is most likely no store because it holds other things only
     */
    static StoreInventory of(OpenStore store) throws CliFailure {
        List<StoredObject> objects = new ArrayList<>();
        List<String> foreignKeys = new ArrayList<>();
        store.forEach(summary -> {
            Optional<ObjectKeys.Parsed> name = ObjectKeys.parseAny(summary.key());
            if (name.isPresent()) {
                objects.add(new StoredObject(name.get(), summary));
            } else {
                foreignKeys.add(summary.key());
            }
        });
        if (objects.isEmpty() && !foreignKeys.isEmpty()) {
            throw new CliFailure(
                    ExitStatus.UNREADABLE,
                    "no object but other files, is it the root of a store? store=" + store.location() + " files="
                            + foreignKeys.size() + " first=" + foreignKeys.get(0));
        }
        objects.sort(Comparator.comparing(StoredObject::key));
        return new StoreInventory(objects, foreignKeys);
    }

    long bytes() {
        return objects.stream().mapToLong(object -> object.summary().size()).sum();
    }

    /**
     * An object and what its key says.
     *
     * @param name the cluster and the object
     * @param summary what the listing says
     */
    record StoredObject(ObjectKeys.Parsed name, ObjectSummary summary) {

        String key() {
            return summary.key();
        }
    }
}
