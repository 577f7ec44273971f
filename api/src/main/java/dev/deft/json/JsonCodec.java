package dev.deft.json;

/// Turns JSON text into values and back.
public interface JsonCodec {

    Json read(String text) throws JsonSyntaxException;

    String write(Json value, Layout layout);

    /// How JSON text is laid out.
    enum Layout {
        COMPACT,
        INDENTED
    }
}
