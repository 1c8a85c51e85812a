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

package io.culvert.storage.filesystem;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * What an operator can say about the store, checked without touching the volume.
 *
 * @param root the directory that holds the objects
 * @param fsync whether a put waits until the bytes are on stable storage
 * @param directoryPermissions of directories that are made below the root
 * @param filePermissions of objects
 */
record FileSystemSettings(
        Path root,
        boolean fsync,
        Set<PosixFilePermission> directoryPermissions,
        Set<PosixFilePermission> filePermissions) {

    static final String ROOT = "root";
    static final String FSYNC = "fsync";
    static final String DIRECTORY_PERMISSIONS = "directory.permissions";
    static final String FILE_PERMISSIONS = "file.permissions";

    FileSystemSettings {
        directoryPermissions = Set.copyOf(directoryPermissions);
        filePermissions = Set.copyOf(filePermissions);
    }

    /** The settings, their documentation and their defaults; names are without the broker's prefix. */
    static ConfigDef definition() {
        return new ConfigDef()
                .define(
                        ROOT,
                        ConfigDef.Type.STRING,
                        ConfigDef.NO_DEFAULT_VALUE,
                        FileSystemSettings::requireAbsolutePath,
                        ConfigDef.Importance.HIGH,
                        "The directory that holds the objects, an absolute path, the same volume on every broker. It must"
                                + " exist and is never created: let it be a directory on the volume, not the mount point,"
                                + " so that a volume that is not mounted is seen as missing rather than filled up on the"
                                + " local disk. The volume must have hard links, as NFS, EFS, FSx and local file systems"
                                + " do.")
                .define(
                        FSYNC,
                        ConfigDef.Type.BOOLEAN,
                        false,
                        ConfigDef.Importance.MEDIUM,
                        "Whether a put waits until the object is on stable storage. Not needed where replicas hold the"
                                + " data, which is the default durability of a topic: there the store only carries bytes,"
                                + " and an object lost in a crash of the volume is fetched from the leader instead. Needed"
                                + " where an acknowledgement rests on the object itself.")
                .define(
                        DIRECTORY_PERMISSIONS,
                        ConfigDef.Type.STRING,
                        "0700",
                        FileSystemSettings::requirePermissions,
                        ConfigDef.Importance.LOW,
                        "Permissions of the directories below the root, in octal, whatever the umask. Brokers that run as"
                                + " different users of one group need 0770.")
                .define(
                        FILE_PERMISSIONS,
                        ConfigDef.Type.STRING,
                        "0600",
                        FileSystemSettings::requirePermissions,
                        ConfigDef.Importance.LOW,
                        "Permissions of the objects, in octal, whatever the umask. Brokers that run as different users of"
                                + " one group need 0660.");
    }

    /**
     * Reads the settings.
     *
     * @throws ConfigException if one is wrong; it names the setting and the value
     */
    static FileSystemSettings parse(Map<String, ?> configs) {
        AbstractConfig config = new AbstractConfig(definition(), configs, false);
        return new FileSystemSettings(
                Path.of(config.getString(ROOT)).normalize(),
                config.getBoolean(FSYNC),
                permissions(config.getString(DIRECTORY_PERMISSIONS)),
                permissions(config.getString(FILE_PERMISSIONS)));
    }

    private static void requireAbsolutePath(String name, Object value) {
        try {
            if (Path.of((String) value).isAbsolute()) {
                return;
            }
        } catch (InvalidPathException e) {
            throw new ConfigException(name, value, "must be an absolute path: " + e.getReason());
        }
        throw new ConfigException(name, value, "must be an absolute path");
    }

    private static void requirePermissions(String name, Object value) {
        String text = (String) value;
        if (!text.matches("0?[0-7]{3}")) {
            throw new ConfigException(name, value, "must be permissions in octal, such as 0700");
        }
        int needed = name.equals(DIRECTORY_PERMISSIONS) ? 0700 : 0600;
        if ((Integer.parseInt(text, 8) & needed) != needed) {
            throw new ConfigException(name, value, "must let the owner in: at least 0" + Integer.toOctalString(needed));
        }
    }

    private static Set<PosixFilePermission> permissions(String octal) {
        int mode = Integer.parseInt(octal, 8);
        PosixFilePermission[] fromHighestBit = PosixFilePermission.values();
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < fromHighestBit.length; i++) {
            if ((mode & (0400 >> i)) != 0) {
                permissions.add(fromHighestBit[i]);
            }
        }
        return permissions;
    }
}
