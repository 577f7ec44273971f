package dev.deft.tool;

import java.util.List;
import java.util.Optional;

/// A command that may be run.
///
/// @param cmd the name of the executable, or `*`
/// @param args patterns for the words after it, in order; absent means any words
public record ShellRequirement(String cmd, Optional<List<ArgPattern>> args) {

    /// Copies the patterns.
    public ShellRequirement {
        args = args.map(List::copyOf);
    }

    /// {@return a command with any words after it}
    ///
    /// @param cmd the name of the executable, or `*`
    public static ShellRequirement anyArguments(String cmd) {
        return new ShellRequirement(cmd, Optional.empty());
    }

    /// {@return whether a command of these words is covered; they must be as many as the patterns}
    ///
    /// @param words the name of the executable and what follows it
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

    /// What one word of a command may be.
    public sealed interface ArgPattern {

        /// {@return whether this word will do}
        ///
        /// @param word of a command
        boolean matches(String word);

        /// This very word.
        ///
        /// @param word to be equal to
        record Exact(String word) implements ArgPattern {

            @Override
            public boolean matches(String word) {
                return this.word.equals(word);
            }
        }

        /// Any one word.
        record Wildcard() implements ArgPattern {

            @Override
            public boolean matches(String word) {
                return true;
            }
        }

        /// A word that begins like this.
        ///
        /// @param prefix its beginning
        record Prefix(String prefix) implements ArgPattern {

            @Override
            public boolean matches(String word) {
                return word.startsWith(prefix);
            }
        }
    }
}
