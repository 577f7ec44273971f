package dev.deft.host;

/// What a search for lines came to.
///
/// @param matches how many lines matched
/// @param unreadable how many directories and files could not be read
public record GrepSummary(long matches, int unreadable) {}
