package dev.deft.app.terminal.editor;

import java.util.List;

/// Suggests how to go on. It runs at every key, so it must return at once; one that learns more
/// later calls for [InputEditor#refreshCompletion].
@FunctionalInterface
public interface Completer {

    /// Suggests nothing.
    Completer NOTHING = (_, _) -> List.of();

    /// The suggestions, the best one first.
    ///
    /// @param text the whole input
    /// @param cursor the offset of the cursor in it
    List<Candidate> complete(String text, int cursor);
}
