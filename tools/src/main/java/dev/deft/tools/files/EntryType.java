package dev.deft.tools.files;

import dev.deft.host.FileInfo;

/// How the kind of a directory entry is spelled in results.
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
