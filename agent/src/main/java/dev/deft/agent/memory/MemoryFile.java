package dev.deft.agent.memory;

/// A memory file.
///
/// @param path relative to the root of the workspace
/// @param summary the text of its `> Summary:` line; empty if it has none
/// @param size in bytes
public record MemoryFile(String path, String summary, long size) {}
