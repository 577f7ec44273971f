package dev.deft.host;

import java.io.IOException;

/// Receives the matching lines of a search.
@FunctionalInterface
public interface MatchListener {

    /// Called for each matching line, in order, on the thread that searches.
    ///
    /// @param line is valid only until this method returns
    /// @throws IOException to end the search with this exception
    void matched(MatchedLine line) throws IOException;

    /// Called by hosts that have several matching lines of a file at once, instead of [#matched]
    /// for each of them. Whoever only writes them somewhere does so in one go.
    ///
    /// @param lines are valid only until this method returns
    /// @throws IOException to end the search with this exception
    default void matched(MatchedLines lines) throws IOException {
        for (int i = 0; i < lines.size(); i++) {
            matched(lines.get(i));
        }
    }
}
