package dev.deft.host;

/// A matching line.
///
/// @param file path relative to the root
/// @param line counted from 1
/// @param text of the line, without the line end
public record GrepMatch(String file, long line, String text) {}
