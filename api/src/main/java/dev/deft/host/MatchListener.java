package dev.deft.host;

import java.io.IOException;

/// Takes the lines that a search finds, one after the other.
@FunctionalInterface
public interface MatchListener {

    void matched(MatchedLine line) throws IOException;
}
