package dev.deft.search.regex;

import java.util.List;

/// The syntax tree of a regular expression that an automaton can match.
///
/// Use `instanceof` to distinguish its types: the first pattern `switch` of a process costs more
/// than a search of a few hundred files.
sealed interface Regex {

    /// Matches the empty string.
    Regex EMPTY = new Sequence(List.of());

    /// One character of a set.
    record Chars(CharSet set) implements Regex {}

    record Sequence(List<Regex> parts) implements Regex {}

    record Choice(List<Regex> options) implements Regex {}

    /// A repeated part.
    ///
    /// @param most -1 for no maximum
    record Repeat(Regex part, int least, int most) implements Regex {}

    /// An assertion, which consumes no character.
    record Assertion(AssertionKind place) implements Regex {}

    /// The assertions of a pattern.
    enum AssertionKind {
        LINE_START,
        LINE_END,
        WORD_EDGE,
        NO_WORD_EDGE,
        ASCII_WORD_EDGE,
        NO_ASCII_WORD_EDGE
    }
}
