package dev.deft.run;

/// A command in look mode that seems to have needed more.
///
/// @param evidence what it printed about it, one line
/// @param failed whether it ended with a failure; else it only mentioned such a trouble
public record LookModeFailure(String evidence, boolean failed) {}
