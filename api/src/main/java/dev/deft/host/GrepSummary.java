package dev.deft.host;

import java.util.List;

/// What a search for lines came to.
///
/// @param matches how many lines matched
/// @param unreadable how many directories and files could not be read
/// @param notReached what was not searched when the time was up
/// @param abandoned files whose search was given up because the pattern took too long there
public record GrepSummary(
        long matches, int unreadable, PathSample notReached, PathSample abandoned) {

    /// {@return the summary of a search that looked at every file to its end}
    ///
    /// @param matches how many lines matched
    /// @param unreadable how many directories and files could not be read
    public static GrepSummary complete(long matches, int unreadable) {
        return new GrepSummary(matches, unreadable, PathSample.NONE, PathSample.NONE);
    }

    /// {@return whether there may be matches that were not found}
    public boolean incomplete() {
        return notReached.count() > 0 || abandoned.count() > 0;
    }

    /// Files and directories; the name of a directory ends with `/`.
    ///
    /// @param some the first of them that may be named, sorted
    /// @param count of all, also of those not named
    public record PathSample(List<String> some, int count) {

        /// No files at all.
        public static final PathSample NONE = new PathSample(List.of(), 0);

        /// Copies the list.
        public PathSample {
            some = List.copyOf(some);
        }
    }
}
