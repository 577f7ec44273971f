package dev.deft.search.regex;

import java.util.List;

/// A regular expression as a tree, limited to what an automaton can match.
///
/// Its kinds are told apart by `instanceof`: the first pattern `switch` of a process costs more
/// than a search of a few hundred files.
sealed interface Regex {

    /// Nothing at all, always found.
    Regex EMPTY = new Sequence(List.of());

    /// One character out of a set.
    record Chars(CharSet set) implements Regex {}

    record Sequence(List<Regex> parts) implements Regex {}

    record Choice(List<Regex> options) implements Regex {}

    /// A part several times in a row.
    ///
    /// @param most -1 for any number
    record Repeat(Regex part, int least, int most) implements Regex {}

    /// A place rather than a character.
    record Look(Place place) implements Regex {}

    /// The places a pattern can ask for.
    enum Place {
        LINE_START,
        LINE_END,
        WORD_EDGE,
        NO_WORD_EDGE,
        ASCII_WORD_EDGE,
        NO_ASCII_WORD_EDGE
    }
}
