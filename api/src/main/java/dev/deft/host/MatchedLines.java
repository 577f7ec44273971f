package dev.deft.host;

import java.io.IOException;
import java.io.OutputStream;

/// Matching lines of one file, in order. They are decoded lazily and valid only until the listener
/// returns.
public interface MatchedLines {

    /// {@return how many there are}
    int size();

    /// {@return one of them}
    ///
    /// @param index counted from 0
    MatchedLine get(int index);

    /// Writes all of them, as [MatchedLine#writeTo] does.
    ///
    /// @param out is not closed
    /// @throws IOException if writing fails
    void writeTo(OutputStream out) throws IOException;
}
