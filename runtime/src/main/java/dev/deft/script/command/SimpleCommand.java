package dev.deft.script.command;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A command that could run.
///
/// @param words its name and arguments; none where only variables are set or files redirected
public record SimpleCommand(
        Kind kind, List<Word> words, List<Redirection> redirections, List<Assignment> assignments) {

    /// What a command is to the one who decides about it.
    public enum Kind {
        /// It does what it does.
        PLAIN,
        /// It only runs another one, which stands in the list too: `timeout`, `nice`, `env`.
        WRAPPER,
        /// A function of this script; what it runs stands in the list too.
        FUNCTION
    }

    public SimpleCommand {
        words = List.copyOf(words);
        redirections = List.copyOf(redirections);
        assignments = List.copyOf(assignments);
    }

    public static SimpleCommand of(List<Word> words) {
        return new SimpleCommand(Kind.PLAIN, words, List.of(), List.of());
    }

    /// A command nobody can name before it runs.
    public static SimpleCommand unknown(String source) {
        return of(List.of(Word.anything(source)));
    }

    public SimpleCommand as(Kind kind) {
        return new SimpleCommand(kind, words, redirections, assignments);
    }

    /// The last part of the first word, if it is known: `rm` for `/bin/rm`.
    public Optional<String> program() {
        return words.isEmpty()
                ? Optional.empty()
                : words.getFirst().constant().map(it -> it.substring(it.lastIndexOf('/') + 1));
    }

    /// Whether it runs something, and nobody can say what.
    public boolean isUnknown() {
        return !words.isEmpty() && words.getFirst().constant().isEmpty();
    }

    public String display() {
        return words.stream().map(Word::display).collect(Collectors.joining(" "));
    }
}
