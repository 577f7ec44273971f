package dev.deft.host;

import java.io.IOException;

/// Takes the lines that a search finds, one after the other.
@FunctionalInterface
public interface MatchListener {

    /// Takes one line. The calls come on the thread that searches, in the order of the lines.
    ///
    /// @param line to be used only until this method returns
    /// @throws IOException to end the search; whoever started it gets the same exception
    void matched(MatchedLine line) throws IOException;
}
