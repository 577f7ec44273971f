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
}
