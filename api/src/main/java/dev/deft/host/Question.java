package dev.deft.host;

import java.util.List;
import java.util.Optional;

/// One question to a person.
///
/// @param question the whole sentence
/// @param header a word or two to recognize it by
/// @param options what to choose from; empty for a free answer
/// @param multiSelect whether several options may be chosen
public record Question(
        String question, Optional<String> header, List<Choice> options, boolean multiSelect) {

    /// Copies the options.
    public Question {
        options = List.copyOf(options);
    }

    /// One of the options of a question.
    ///
    /// @param label what the person chooses, and the answer
    /// @param description what choosing it means
    public record Choice(String label, Optional<String> description) {}
}
