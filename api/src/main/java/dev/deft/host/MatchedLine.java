package dev.deft.host;

import java.io.IOException;
import java.io.OutputStream;

/// A line that a search found. It is decoded when asked for, so a line that nobody shows costs
/// little. Use it only until the listener returns.
public interface MatchedLine {

    /// {@return the path of the file, relative to the root}
    String file();

    /// {@return the number of the line, counted from 1}
    long line();

    /// {@return the line without its end; of a very long one the part around the match}
    String text();

    /// {@return where in [#text] the match begins, or ends where its beginning is not known}
    int matchAt();

    /// {@return how many characters the whole line has}
    long length();

    /// Writes `file:line:text` and a line feed, in UTF-8.
    ///
    /// @param out stays open
    /// @throws IOException when it cannot be written to
    void writeTo(OutputStream out) throws IOException;

    /// {@return a copy that may be kept}
    default GrepMatch toMatch() {
        return new GrepMatch(file(), line(), text());
    }
}
