package dev.deft.host;

import java.time.Instant;

/// Describes a file or directory.
///
/// @param name the last part of the path
/// @param type of the file
/// @param size in bytes; 0 unless it is a regular file
/// @param modified the time of the last modification; the epoch if unknown
public record FileInfo(String name, Type type, long size, Instant modified) {

    /// The type of a file.
    public enum Type {
        /// A regular file.
        FILE,
        /// A directory.
        DIRECTORY,
        /// A symbolic link. Listings do not follow it.
        SYMLINK,
        /// A device, socket or pipe.
        OTHER,
        /// There is no such file.
        MISSING
    }

    /// {@return whether the file exists}
    public boolean exists() {
        return type != Type.MISSING;
    }
}
