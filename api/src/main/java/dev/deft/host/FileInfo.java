package dev.deft.host;

import java.time.Instant;

/// What is at a path.
///
/// @param name the last part of the path
/// @param type what kind of thing it is
/// @param size in bytes; 0 for anything but a file
/// @param modified when the content last changed; the epoch where that is not known
public record FileInfo(String name, Type type, long size, Instant modified) {

    /// What kind of thing a path names.
    public enum Type {
        /// A regular file.
        FILE,
        /// A directory.
        DIRECTORY,
        /// A symbolic link, which listings do not follow.
        SYMLINK,
        /// A device, a socket, a pipe.
        OTHER,
        /// Nothing is there.
        MISSING
    }

    /// {@return whether anything is there}
    public boolean exists() {
        return type != Type.MISSING;
    }
}
