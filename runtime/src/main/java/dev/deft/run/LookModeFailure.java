package dev.deft.run;

/// A command that probably failed because of look mode.
///
/// @param evidence the line of its output that indicates this
/// @param failed whether the command failed; otherwise it only printed such a line
public record LookModeFailure(String evidence, boolean failed) {}
