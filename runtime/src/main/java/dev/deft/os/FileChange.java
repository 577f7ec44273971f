package dev.deft.os;

/// What a change does to one file.
///
/// @param path relative to the root, with every symlink followed
public record FileChange(String path, FileState before, FileState after) {}
