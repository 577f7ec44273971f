package dev.deft.search.walk;

/// The status of a file; times in nanoseconds since 1970.
public record FileStat(
        DirectoryEntries.Type type, long size, long modified, long links, Object key) {}
