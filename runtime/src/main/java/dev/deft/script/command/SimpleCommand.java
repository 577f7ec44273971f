package dev.deft.script.command;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A command that could run.
///
/// @param words its name and arguments; empty for mere assignments and redirections
public record SimpleCommand(
        Kind kind, List<Word> words, List<Redirection> redirections, List<Assignment> assignments) {

    /// How rules treat a command.
    public enum Kind {
        /// It needs permission itself.
        PLAIN,
        /// It only runs another command, which is in the list too: `timeout`, `nice`, `env`.
        WRAPPER,
        /// A function of this script; the commands of its body are in the list too.
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

    /// A command that is known only at run time.
    public static SimpleCommand unknown(String source) {
        return of(List.of(Word.anything(source)));
    }

    public SimpleCommand as(Kind kind) {
        return new SimpleCommand(kind, words, redirections, assignments);
    }

    /// The file name of the first word, if it is known: `rm` for `/bin/rm`.
    public Optional<String> program() {
        return words.isEmpty()
                ? Optional.empty()
                : words.getFirst().constant().map(it -> it.substring(it.lastIndexOf('/') + 1));
    }

    /// Whether the program is known only at run time.
    public boolean isUnknown() {
        return !words.isEmpty() && words.getFirst().constant().isEmpty();
    }

    public String display() {
        return words.stream().map(Word::display).collect(Collectors.joining(" "));
    }
}
