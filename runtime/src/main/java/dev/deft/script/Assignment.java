package dev.deft.script;

/// A variable that is set, for one command or for the rest of the script.
public record Assignment(String name, Word value) {}
