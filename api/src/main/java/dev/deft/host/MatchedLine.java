package dev.deft.host;

import java.io.IOException;
import java.io.OutputStream;

/// A matching line. It is decoded lazily and valid only until the listener returns.
public interface MatchedLine {

    /// {@return the path of the file, relative to the root}
    String file();

    /// {@return the number of the line, counted from 1}
    long line();

    /// {@return the line without its end; of a very long line, the part around the match}
    String text();

    /// {@return the start of the match in [#text], or its end if the start is unknown}
    int matchAt();

    /// {@return the length of the whole line in characters}
    long length();

    /// Writes `file:line:text` and a line feed, in UTF-8.
    ///
    /// @param out is not closed
    /// @throws IOException if writing fails
    void writeTo(OutputStream out) throws IOException;

    /// {@return a copy that stays valid}
    default GrepMatch toMatch() {
        return new GrepMatch(file(), line(), text());
    }
}
