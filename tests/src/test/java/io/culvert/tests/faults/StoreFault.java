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

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What goes wrong with one kind of call.
 *
 * @param node the broker whose calls it befalls, or {@link #EVERY_NODE}
 * @param operation which calls
 * @param effect what happens to them
 * @param delayMs for {@link Effect#DELAY}, otherwise 0
 * @param kind for {@link Effect#FAIL}, otherwise any
 */
public record StoreFault(int node, StoreOperation operation, Effect effect, long delayMs, FailureKind kind) {

    static final int EVERY_NODE = -1;

    /** What can happen to a call. */
    enum Effect {
        /** It is done after a while. */
        DELAY,
        /** It fails without being done. */
        FAIL,
        /** It is neither done nor answered, ever. */
        HANG,
        /** It is done, and fails. */
        LOSE_REPLY,
        /** A PUT succeeds without being done. */
        SWALLOW,
        /** Half of the bytes are stored, or returned. */
        TRUNCATE,
        /** A byte in the middle is stored, or returned, with one bit flipped. */
        FLIP
    }

    /** The calls take this long before they are done. */
    public static StoreFault slow(StoreOperation operation, Duration delay) {
        return new StoreFault(EVERY_NODE, operation, Effect.DELAY, delay.toMillis(), FailureKind.RETRIABLE);
    }

    /** The calls fail. */
    public static StoreFault failing(StoreOperation operation, FailureKind kind) {
        return new StoreFault(EVERY_NODE, operation, Effect.FAIL, 0, kind);
    }

    /** The calls are never answered. */
    public static StoreFault hanging(StoreOperation operation) {
        return simple(operation, Effect.HANG);
    }

    /** No call is ever answered. */
    public static List<StoreFault> blackHole() {
        return List.of(StoreOperation.values()).stream()
                .map(StoreFault::hanging)
                .toList();
    }

    /** The calls are done, and their replies get lost. */
    public static StoreFault losingReplies(StoreOperation operation) {
        return simple(operation, Effect.LOSE_REPLY);
    }

    /** PUTs succeed and store nothing. */
    public static StoreFault storingNothing() {
        return simple(StoreOperation.PUT, Effect.SWALLOW);
    }

    /** PUTs store half of the object, or GETs return half of the range. */
    public static StoreFault truncating(StoreOperation operation) {
        return simple(operation, Effect.TRUNCATE);
    }

    /** A bit of what is stored, or returned, is flipped. */
    public static StoreFault flipping(StoreOperation operation) {
        return simple(operation, Effect.FLIP);
    }

    /** The same fault on one broker only. */
    public StoreFault atNode(int id) {
        return new StoreFault(id, operation, effect, delayMs, kind);
    }

    boolean befalls(int id, StoreOperation call) {
        return (node == EVERY_NODE || node == id) && operation == call;
    }

    String line() {
        return "%d %s %s %d %s"
                .formatted(node, operation, effect, delayMs, kind)
                .toLowerCase(Locale.ROOT);
    }

    static StoreFault parse(String line) {
        String[] fields = line.toUpperCase(Locale.ROOT).split(" ", -1);
        return new StoreFault(
                Integer.parseInt(fields[0]),
                StoreOperation.valueOf(fields[1]),
                Effect.valueOf(fields[2]),
                Long.parseLong(fields[3]),
                FailureKind.valueOf(fields[4]));
    }

    private static StoreFault simple(StoreOperation operation, Effect effect) {
        return new StoreFault(EVERY_NODE, operation, effect, 0, FailureKind.RETRIABLE);
    }
}
