package dev.deft.search;

import java.util.List;

/// How a search for lines ended.
public sealed interface GrepOutcome {

    /// All files were searched.
    ///
    /// @param matches by file and line, no more than the limit
    /// @param total how many matching lines there are
    /// @param files how many files have one
    /// @param unreadable directories that could not be looked into
    record Found(List<Match> matches, long total, int files, int unreadable)
            implements GrepOutcome {

        public Found {
            matches = List.copyOf(matches);
        }

        public boolean truncated() {
            return total > matches.size();
        }
    }

    /// The time was up before all files were searched.
    record TimedOut(Found soFar) implements GrepOutcome {}

    /// The pattern is no regular expression.
    ///
    /// @param position where in the pattern, in characters from 0
    record BadPattern(String message, int position) implements GrepOutcome {}
}
