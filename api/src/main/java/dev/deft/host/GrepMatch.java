package dev.deft.host;

/// A line that matches.
///
/// @param file relative to the root
/// @param line counted from 1
public record GrepMatch(String file, long line, String text) {}
