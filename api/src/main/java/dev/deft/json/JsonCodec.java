package dev.deft.json;

/// Turns JSON text into values and back. May be used from several threads.
public interface JsonCodec {

    /// {@return the value that a text spells}
    ///
    /// @param text one value, and nothing after it but white space
    /// @throws JsonSyntaxException when it is not JSON
    Json read(String text) throws JsonSyntaxException;

    /// {@return a value as JSON text}
    ///
    /// @param value to write
    /// @param layout on one line or on many
    String write(Json value, Layout layout);

    /// How JSON text is laid out.
    enum Layout {
        /// All on one line.
        COMPACT,
        /// Each field and item on a line of its own.
        INDENTED
    }
}
