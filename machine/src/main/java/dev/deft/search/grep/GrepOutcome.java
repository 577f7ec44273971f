package dev.deft.search.grep;

import java.util.List;

/// How a search for lines ended.
public sealed interface GrepOutcome {

    /// What was found, when all files were searched or the time was up.
    ///
    /// @param matches by file and line, no more than the limit
    /// @param total how many matching lines there are
    /// @param files how many files have one
    /// @param unreadable directories that could not be looked into
    /// @param abandoned files not searched to their end, as the pattern took too long there
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

    /// The pattern is no regular expression.
    ///
    /// @param position where in the pattern, in characters from 0
    record BadPattern(String message, int position) implements GrepOutcome {}
}
