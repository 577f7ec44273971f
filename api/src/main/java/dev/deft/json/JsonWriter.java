package dev.deft.json;

/// Writes values as JSON text on one line, for logs and debuggers.
final class JsonWriter {

    private static final char FIRST_PRINTABLE = ' ';

    private JsonWriter() {}

    static String of(Json value) {
        var text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    private static void write(Json value, StringBuilder text) {
        switch (value) {
            case Json.Obj object -> {
                text.append('{');
                String comma = "";
                for (var field : object.fields().entrySet()) {
                    text.append(comma);
                    quote(field.getKey(), text);
                    text.append(':');
                    write(field.getValue(), text);
                    comma = ",";
                }
                text.append('}');
            }
            case Json.Arr array -> {
                text.append('[');
                String comma = "";
                for (Json item : array.items()) {
                    text.append(comma);
                    write(item, text);
                    comma = ",";
                }
                text.append(']');
            }
            case Json.Str string -> quote(string.value(), text);
            case Json.Num number -> text.append(number.literal());
            case Json.Bool bool -> text.append(bool.value());
            case Json.Null unused -> text.append("null");
        }
    }

    private static void quote(String value, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char it = value.charAt(i);
            switch (it) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                case '\b' -> text.append("\\b");
                case '\f' -> text.append("\\f");
                default -> {
                    if (it < FIRST_PRINTABLE || (Character.isSurrogate(it) && isLone(value, i))) {
                        text.append("\\u%04x".formatted((int) it));
                    } else {
                        text.append(it);
                    }
                }
            }
        }
        text.append('"');
    }

    /// A lone surrogate cannot be encoded in UTF-8.
    private static boolean isLone(String value, int at) {
        char it = value.charAt(at);
        return Character.isHighSurrogate(it)
                ? at + 1 == value.length() || !Character.isLowSurrogate(value.charAt(at + 1))
                : at == 0 || !Character.isHighSurrogate(value.charAt(at - 1));
    }
}
