package dev.deft.host;

import java.util.List;

/// The summary of a search for lines.
///
/// @param matches the number of matching lines
/// @param unreadable the number of files and directories that could not be read
/// @param notReached what was not searched before the timeout
/// @param abandoned files in which matching the pattern took too long
public record GrepSummary(
        long matches, int unreadable, PathSample notReached, PathSample abandoned) {

    /// {@return the summary of a complete search}
    ///
    /// @param matches the number of matching lines
    /// @param unreadable the number of files and directories that could not be read
    public static GrepSummary complete(long matches, int unreadable) {
        return new GrepSummary(matches, unreadable, PathSample.NONE, PathSample.NONE);
    }

    /// {@return whether the search may have missed matches}
    public boolean incomplete() {
        return notReached.count() > 0 || abandoned.count() > 0;
    }

    /// A sample of paths. Paths of directories end with `/`.
    ///
    /// @param some the first paths that may be shown, sorted
    /// @param count the number of all paths
    public record PathSample(List<String> some, int count) {

        /// No paths.
        public static final PathSample NONE = new PathSample(List.of(), 0);

        /// Copies the list.
        public PathSample {
            some = List.copyOf(some);
        }
    }
}
