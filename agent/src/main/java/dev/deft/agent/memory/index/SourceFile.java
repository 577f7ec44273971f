package dev.deft.agent.memory.index;

import java.util.Optional;

/// A file to index.
///
/// @param path relative to the root
/// @param stamp changes with the file; empty if that is not certain, such as shortly after a change
public record SourceFile(String path, long size, Optional<String> stamp) {}
