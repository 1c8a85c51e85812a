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

package io.culvert.tests.fallback;

import static io.culvert.tests.faults.StoreOperation.GET;
import static io.culvert.tests.faults.StoreOperation.PUT;

import io.culvert.tests.faults.FailureKind;
import io.culvert.tests.faults.FaultyStore;
import io.culvert.tests.faults.StoreFault;
import io.culvert.tests.faults.StoreVolume;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What can happen to a store.
 *
 * @param name a word for topics and reports
 * @param befallenNodes the brokers on which the plug-in counts calls that go wrong
 * @param everywhere whether no broker can upload while it lasts
 * @param start lets it begin
 */
record StoreTrouble(
        String name, Set<Integer> befallenNodes, boolean everywhere, BiConsumer<FaultyStore, StoreVolume> start) {

    StoreTrouble {
        befallenNodes = Set.copyOf(befallenNodes);
    }

    /**
     * Returns all that can happen.
     *
     * <p>It is spread over the brokers, so that the growing back-off of one case does not lengthen the next.
     */
    static Stream<StoreTrouble> all() {
        return Stream.of(
                onNode("puts-fail", 1, StoreFault.failing(PUT, FailureKind.RETRIABLE)),
                onNode("puts-hang", 2, StoreFault.hanging(PUT)),
                onNode("puts-are-slow", 3, StoreFault.slow(PUT, Duration.ofSeconds(3))),
                onNode("gets-fail", 1, StoreFault.failing(GET, FailureKind.RETRIABLE)),
                onNode("gets-hang", 2, StoreFault.hanging(GET)),
                onNode("gets-are-slow", 3, StoreFault.slow(GET, Duration.ofSeconds(3))),
                onNode("objects-are-missing", 1, StoreFault.storingNothing()),
                onNode("objects-are-truncated", 2, StoreFault.truncating(PUT)),
                onNode("objects-have-a-flipped-bit", 3, StoreFault.flipping(PUT)),
                onNode("reads-have-a-flipped-bit", 1, StoreFault.flipping(GET)),
                new StoreTrouble(
                        "assorted-puts-fail",
                        Set.of(1, 2, 3),
                        false,
                        (store, volume) -> store.inject(List.of(
                                StoreFault.failing(PUT, FailureKind.ERROR).atNode(1),
                                StoreFault.losingReplies(PUT).atNode(2),
                                StoreFault.failing(PUT, FailureKind.INVALID).atNode(3)))),
                everywhere("directory-is-gone", StoreVolume::takeAway),
                everywhere("volume-is-read-only", StoreVolume::makeReadOnly),
                everywhere("volume-is-full", StoreVolume::fill));
    }

    void begin(FaultyStore store, StoreVolume volume) {
        start.accept(store, volume);
    }

    @Override
    public String toString() {
        return name;
    }

    private static StoreTrouble onNode(String name, int node, StoreFault fault) {
        return new StoreTrouble(name, Set.of(node), false, (store, volume) -> store.inject(fault.atNode(node)));
    }

    private static StoreTrouble everywhere(String name, Consumer<StoreVolume> start) {
        return new StoreTrouble(name, Set.of(), true, (store, volume) -> start.accept(volume));
    }
}
