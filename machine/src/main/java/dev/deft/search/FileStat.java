package dev.deft.search;

/// What is known of one file; times in nanoseconds since 1970.
record FileStat(Listing.Type type, long size, long modified, long links, Object key) {}
