package dev.deft.search.walk;

/// What is known of one file; times in nanoseconds since 1970.
public record FileStat(
        DirectoryEntries.Type type, long size, long modified, long links, Object key) {}
