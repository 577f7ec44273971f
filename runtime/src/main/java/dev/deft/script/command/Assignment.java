package dev.deft.script.command;

/// A variable that is set, for one command or for the rest of the script.
///
/// @param exported whether programs get it
public record Assignment(String name, Word value, boolean exported) {

    /// One that only the shell sees.
    public Assignment(String name, Word value) {
        this(name, value, false);
    }

    /// The same, as a program gets it.
    public Assignment passedOn() {
        return new Assignment(name, value, true);
    }
}
