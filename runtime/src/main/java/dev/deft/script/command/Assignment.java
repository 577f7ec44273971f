package dev.deft.script.command;

/// An assignment to a variable, for one command or for the rest of the script.
///
/// @param exported whether programs inherit it
public record Assignment(String name, Word value, boolean exported) {

    /// A variable that only the shell sees.
    public Assignment(String name, Word value) {
        this(name, value, false);
    }

    public Assignment asExported() {
        return new Assignment(name, value, true);
    }
}
