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

import io.culvert.cli.CliFailure;
import io.culvert.cli.ExitStatus;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Where on a file system a command-line argument points: a path, or a {@code file:} URI. */
final class FileLocation {

    private static final Pattern URI_WITH_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");

    private FileLocation() {}

    static boolean isUri(String location) {
        return URI_WITH_SCHEME.matcher(location).matches();
    }

    static Path parse(String location) throws CliFailure {
        try {
            if (!isUri(location)) {
                return Path.of(location).toAbsolutePath().normalize();
            }
            URI uri = URI.create(location);
            if (!"file".equalsIgnoreCase(uri.getScheme())) {
                throw new CliFailure(
                        ExitStatus.USAGE, "not a path or a file: URI, and no other store is known: " + location);
            }
            return Path.of(uri).toAbsolutePath().normalize();
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            throw new CliFailure(ExitStatus.USAGE, "not a path or a file: URI: " + location, e);
        }
    }
}
