package dev.deft.host;

import java.io.IOException;
import java.io.OutputStream;

/// A line that a search found. It is decoded when asked for, so a line that nobody shows costs
/// little. Use it only until the listener returns.
public interface MatchedLine {

    /// The path of the file, relative to the root.
    String file();

    /// The number of the line, counted from 1.
    long line();

    /// The line without its end; of a very long one the part around the match.
    String text();

    /// Where in [#text] the match is, or ends.
    int matchAt();

    /// How many characters the whole line has.
    long length();

    /// Writes `file:line:text` and a line feed, in UTF-8.
    void writeTo(OutputStream out) throws IOException;

    default GrepMatch toMatch() {
        return new GrepMatch(file(), line(), text());
    }
}
