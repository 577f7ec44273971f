package dev.deft.search.grep;

import java.util.List;

/// The outcome of a search for lines.
public sealed interface GrepOutcome {

    /// The matches, when all files were searched or the time was up.
    ///
    /// @param matches by file and line, at most as many as the limit
    /// @param total how many lines match
    /// @param files how many files have a match
    /// @param unreadable how many directories could not be read
    /// @param abandoned files not searched to their end because the pattern took too long
    record Found(List<Match> matches, long total, int files, int unreadable, SkippedPaths abandoned)
            implements GrepOutcome {

        public Found {
            matches = List.copyOf(matches);
        }

        public Found(List<Match> matches, long total, int files, int unreadable) {
            this(matches, total, files, unreadable, SkippedPaths.NONE);
        }

        public boolean truncated() {
            return total > matches.size();
        }
    }

    /// The time was up before all files were searched.
    ///
    /// @param notReached directories and files that were not searched, or not to their end
    record TimedOut(Found soFar, SkippedPaths notReached) implements GrepOutcome {}

    /// The pattern is not a valid regular expression.
    ///
    /// @param position of the error in the pattern, in characters from 0
    record BadPattern(String message, int position) implements GrepOutcome {}
}
