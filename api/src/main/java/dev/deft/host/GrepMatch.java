package dev.deft.host;

/// A line that matches.
///
/// @param file relative to the root
/// @param line counted from 1
/// @param text of the line, without its end
public record GrepMatch(String file, long line, String text) {}
