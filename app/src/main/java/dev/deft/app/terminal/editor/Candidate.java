package dev.deft.app.terminal.editor;

/// One way to complete what the user types.
///
/// @param insert what replaces the text between `from` and the cursor
/// @param label what the list shows
/// @param detail more about it, in small print; may be empty
/// @param from where the replaced text begins
public record Candidate(String insert, String label, String detail, int from) {}
