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

package io.culvert.api;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KeySyntaxTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "culvert/MkU3OEVBNTcwNTJENDM2Qg/0000000001", "a.b/_-", "...", "..a/.b", "a/b..c"})
    void acceptsKeys(String key) {
        assertThatCode(() -> KeySyntax.requireKey(key)).doesNotThrowAnyException();
        assertThatCode(() -> KeySyntax.requirePrefix(key + "/")).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/..", "a/./b", "a b", "a\\b", "ä", "a\n",
                "a\0b", "~a", "%2e"
            })
    void refusesEverythingElse(String key) {
        assertThatThrownBy(() -> KeySyntax.requireKey(key)).isInstanceOf(InvalidStorageException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "a", "a//", "../", "a/../", "/a/"})
    void refusesPrefixesThatAreNoWholeSegments(String prefix) {
        assertThatThrownBy(() -> KeySyntax.requirePrefix(prefix))
                .isInstanceOf(InvalidStorageException.class)
                .hasMessageContaining("prefix=" + prefix);
    }

    @Test
    void acceptsAnEmptyPrefix() {
        assertThatCode(() -> KeySyntax.requirePrefix("")).doesNotThrowAnyException();
    }

    @Test
    void refusesKeysThatAreTooLongAndPrintsNoControlCharacters() {
        assertThatThrownBy(() -> KeySyntax.requireKey("a".repeat(1025))).isInstanceOf(InvalidStorageException.class);
        assertThatThrownBy(() -> KeySyntax.requireKey("a\nb")).hasMessageEndingWith("key=a?b");
    }
}
