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

package io.culvert.core.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.culvert.core.format.ObjectId;
import org.junit.jupiter.api.Test;

final class ObjectRetentionTest {

    private static final ObjectId OBJECT = new ObjectId(1, 2, 3);

    private final FakeDeletes store = new FakeDeletes();
    private final RetentionObserver nobody = new RetentionObserver() {};
    private final ObjectRetention retention = new ObjectRetention(new DeleteQueue(store, nobody, () -> {}), nobody);

    @Test
    void invariantI5AnObjectIsKeptWhileASectionOfItIsNeeded() {
        retention.stored(OBJECT, 2);
        retention.release(OBJECT, 0);
        retention.runOnce(0);
        assertThat(store.all()).isEmpty();
        assertThat(retention.isKnown(OBJECT)).isTrue();

        retention.release(OBJECT, 0);
        retention.runOnce(0);
        assertThat(store.all()).containsExactly(OBJECT);
    }

    @Test
    void invariantI5AnObjectIsKeptUntilTheLastReaderMustBeDone() {
        retention.stored(OBJECT, 2);
        retention.releaseAfter(OBJECT, 5_000, 0);
        retention.release(OBJECT, 100);
        retention.runOnce(4_999);
        assertThat(store.all()).isEmpty();

        retention.runOnce(5_000);
        assertThat(store.all()).containsExactly(OBJECT);
    }

    @Test
    void anObjectOfUnknownFateGoesAtOnce() {
        retention.discard(OBJECT, 0);
        retention.runOnce(0);

        assertThat(store.all()).containsExactly(OBJECT);
        assertThat(retention.isKnown(OBJECT)).as("it is deleted once more").isTrue();
    }

    @Test
    void refusesToReleaseWhatItDoesNotKnow() {
        assertThatThrownBy(() -> retention.release(OBJECT, 0)).isInstanceOf(IllegalStateException.class);
        retention.stored(OBJECT, 1);
        assertThatThrownBy(() -> retention.stored(OBJECT, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
