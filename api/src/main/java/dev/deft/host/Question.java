package dev.deft.host;

import java.util.List;
import java.util.Optional;

/// A question to the user.
///
/// @param question the whole sentence
/// @param header one or two words that identify it
/// @param options to choose from; empty for a free answer
/// @param multiSelect whether several options may be chosen
public record Question(
        String question, Optional<String> header, List<Choice> options, boolean multiSelect) {

    /// Copies the options.
    public Question {
        options = List.copyOf(options);
    }

    /// An option of a question.
    ///
    /// @param label is shown to the user, and is the answer
    /// @param description what choosing it means
    public record Choice(String label, Optional<String> description) {}
}
