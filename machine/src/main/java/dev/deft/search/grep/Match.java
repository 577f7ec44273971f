package dev.deft.search.grep;

/// One matching line.
///
/// @param file relative to the root of the search, with `/`
/// @param line counted from 1
/// @param text the line without its line end
public record Match(String file, long line, String text) {

    /// The format of a line in a results file.
    @Override
    public String toString() {
        return file + ":" + line + ":" + text;
    }
}
