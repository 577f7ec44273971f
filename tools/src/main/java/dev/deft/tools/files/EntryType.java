package dev.deft.tools.files;

import dev.deft.host.FileInfo;

/// The names of entry types in results.
final class EntryType {

    private EntryType() {}

    static String wire(FileInfo.Type type) {
        return switch (type) {
            case FILE -> "file";
            case DIRECTORY -> "dir";
            case SYMLINK -> "symlink";
            case OTHER, MISSING -> "other";
        };
    }
}
