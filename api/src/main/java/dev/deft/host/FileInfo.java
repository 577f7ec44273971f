package dev.deft.host;

import java.time.Instant;

/// What is at a path.
public record FileInfo(String name, Type type, long size, Instant modified) {

    /// What kind of thing a path names.
    public enum Type {
        FILE,
        DIRECTORY,
        SYMLINK,
        OTHER,
        MISSING
    }

    public boolean exists() {
        return type != Type.MISSING;
    }
}
