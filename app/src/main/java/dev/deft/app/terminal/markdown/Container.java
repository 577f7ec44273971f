package dev.deft.app.terminal.markdown;

/// A block that holds other blocks.
sealed interface Container {

    /// Counts up: a container has a higher number than those before it and around it.
    int number();

    record Quote(int number) implements Container {}

    /// An item of a list.
    ///
    /// @param list the same number for all items of a list
    /// @param kind the character that tells lists apart: `-`, `+`, `*`, `.` or `)`
    /// @param indentation how far its further lines are indented
    /// @param marker what is shown before its first line, such as `• ` or `12. `
    /// @param afterBlank whether a blank line comes before it
    record Item(int number, int list, char kind, int indentation, String marker, boolean afterBlank)
            implements Container {}
}
