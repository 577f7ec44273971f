package dev.deft.tool;

import java.util.List;
import java.util.Optional;

/// A command that may be run.
///
/// @param cmd the name of the executable, or `*`
/// @param args patterns for its arguments, in order; empty for any arguments
public record ShellRequirement(String cmd, Optional<List<ArgPattern>> args) {

    /// Copies the patterns.
    public ShellRequirement {
        args = args.map(List::copyOf);
    }

    /// {@return a command with any arguments}
    ///
    /// @param cmd the name of the executable, or `*`
    public static ShellRequirement anyArguments(String cmd) {
        return new ShellRequirement(cmd, Optional.empty());
    }

    /// {@return whether a command is covered; it must have as many arguments as there are patterns}
    ///
    /// @param words the name of the executable and its arguments
    public boolean covers(List<String> words) {
        if (words.isEmpty() || !(cmd.equals("*") || cmd.equals(words.getFirst()))) {
            return false;
        }
        return args.map(it -> fits(it, words.subList(1, words.size()))).orElse(true);
    }

    private static boolean fits(List<ArgPattern> patterns, List<String> words) {
        if (patterns.size() != words.size()) {
            return false;
        }
        for (int i = 0; i < words.size(); i++) {
            if (!patterns.get(i).matches(words.get(i))) {
                return false;
            }
        }
        return true;
    }

    /// A pattern for an argument.
    public sealed interface ArgPattern {

        /// {@return whether an argument matches}
        ///
        /// @param word the argument
        boolean matches(String word);

        /// Matches one word.
        ///
        /// @param word to be equal to
        record Exact(String word) implements ArgPattern {

            @Override
            public boolean matches(String word) {
                return this.word.equals(word);
            }
        }

        /// Matches any word.
        record Wildcard() implements ArgPattern {

            @Override
            public boolean matches(String word) {
                return true;
            }
        }

        /// Matches words with a prefix.
        ///
        /// @param prefix of the words
        record Prefix(String prefix) implements ArgPattern {

            @Override
            public boolean matches(String word) {
                return word.startsWith(prefix);
            }
        }
    }
}
