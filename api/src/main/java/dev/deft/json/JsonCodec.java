package dev.deft.json;

/// Parses and writes JSON text. It is thread-safe.
public interface JsonCodec {

    /// {@return the value of a JSON text}
    ///
    /// @param text a single value
    /// @throws JsonSyntaxException if it is not JSON
    Json read(String text) throws JsonSyntaxException;

    /// {@return a value as JSON text}
    ///
    /// @param value to write
    /// @param layout of the text
    String write(Json value, Layout layout);

    /// The layout of JSON text.
    enum Layout {
        /// All on one line.
        COMPACT,
        /// Each field and item on a line of its own.
        INDENTED
    }
}
