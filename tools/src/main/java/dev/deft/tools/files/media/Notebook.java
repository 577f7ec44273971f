package dev.deft.tools.files.media;

import dev.deft.json.Json;
import dev.deft.json.JsonCodec;
import dev.deft.json.JsonSyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Formats a Jupyter notebook as text: its cells and their output.
public final class Notebook {

    /// Larger notebooks are shown as JSON.
    public static final int MOST_BYTES = 20 * 1024 * 1024;

    private static final int MOST_OUTPUT_CHARACTERS = 4_000;

    private Notebook() {}

    /// The text of a notebook; empty if the JSON is not a notebook.
    public static Optional<String> text(String source, JsonCodec codec) {
        try {
            return codec.read(source) instanceof Json.Obj notebook
                    ? cells(notebook)
                    : Optional.empty();
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    private static Optional<String> cells(Json.Obj notebook) {
        if (!(notebook.find("cells").orElse(Json.Null.VALUE)
                instanceof Json.Arr(List<Json> cells))) {
            return Optional.empty();
        }
        var text = new StringBuilder();
        int number = 0;
        for (Json cell : cells) {
            number++;
            if (cell instanceof Json.Obj object) {
                append(text, number, object);
            }
        }
        return Optional.of(text.toString());
    }

    private static void append(StringBuilder text, int number, Json.Obj cell) {
        String type = cell.text("cell_type").orElse("raw");
        text.append("[cell %d: %s]\n".formatted(number, type));
        appendLines(text, joined(cell.find("source")));
        if (cell.find("outputs").orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> outputs)) {
            for (Json output : outputs) {
                if (output instanceof Json.Obj object) {
                    text.append("[output of cell %d]\n".formatted(number));
                    appendLines(text, shortened(output(object)));
                }
            }
        }
        text.append('\n');
    }

    private static void appendLines(StringBuilder text, String lines) {
        text.append(lines);
        if (!lines.isEmpty() && !lines.endsWith("\n")) {
            text.append('\n');
        }
    }

    private static String output(Json.Obj output) {
        if (output.find("text").isPresent()) {
            return joined(output.find("text"));
        }
        if (output.find("data").orElse(Json.Null.VALUE) instanceof Json.Obj data) {
            return data.find("text/plain").isPresent()
                    ? joined(data.find("text/plain"))
                    : "(" + String.join(", ", data.fields().keySet()) + ")";
        }
        return "%s: %s"
                .formatted(output.text("ename").orElse("error"), output.text("evalue").orElse(""));
    }

    private static String shortened(String output) {
        return output.length() <= MOST_OUTPUT_CHARACTERS
                ? output
                : "%s\n… [%d more characters]"
                        .formatted(
                                output.substring(0, MOST_OUTPUT_CHARACTERS),
                                output.length() - MOST_OUTPUT_CHARACTERS);
    }

    /// A text in a notebook is a string or a list of lines.
    private static String joined(Optional<Json> text) {
        return switch (text.orElse(Json.Null.VALUE)) {
            case Json.Str(String value) -> value;
            case Json.Arr(List<Json> lines) ->
                    lines.stream()
                            .map(it -> it instanceof Json.Str(String line) ? line : "")
                            .collect(Collectors.joining());
            case Json.Obj _, Json.Num _, Json.Bool _, Json.Null _ -> "";
        };
    }
}
