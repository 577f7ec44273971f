package dev.deft.agent.session;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;

/// A short title of a call: the tool and its main argument.
public final class CallTitle {

    /// Names of main arguments, in order of preference.
    private static final List<String> MAIN_ARGUMENTS =
            List.of(
                    "command",
                    "path",
                    "file_path",
                    "filePath",
                    "pattern",
                    "query",
                    "url",
                    "name",
                    "prompt",
                    "action");

    private CallTitle() {}

    /// Such as `bash: npm test`.
    public static String of(String tool, Json arguments) {
        String argument = argument(arguments);
        return argument.isEmpty() ? tool : tool + ": " + argument;
    }

    /// The first line of the main argument: of the first question, of a list its length. Otherwise
    /// all arguments as JSON.
    public static String argument(Json arguments) {
        if (!(arguments instanceof Json.Obj object)) {
            return "";
        }
        for (String name : MAIN_ARGUMENTS) {
            if (object.fields().get(name) instanceof Json.Str(String text)) {
                return firstLine(text);
            }
        }
        return question(object)
                .map(CallTitle::firstLine)
                .or(() -> list(object))
                .orElseGet(() -> object.fields().isEmpty() ? "" : JsonText.write(object));
    }

    private static String firstLine(String text) {
        return text.indexOf('\n') < 0 && text.indexOf('\r') < 0
                ? text
                : text.lines().findFirst().orElse("");
    }

    private static Optional<String> question(Json.Obj object) {
        return object.find("questions").orElse(Json.Null.VALUE)
                                instanceof Json.Arr(List<Json> questions)
                        && !questions.isEmpty()
                        && questions.getFirst() instanceof Json.Obj first
                ? first.text("question")
                : Optional.empty();
    }

    /// Such as `3 todos`, if the only argument is a list.
    private static Optional<String> list(Json.Obj object) {
        return object.fields().entrySet().stream()
                .filter(it -> object.fields().size() == 1 && it.getValue() instanceof Json.Arr)
                .map(it -> ((Json.Arr) it.getValue()).items().size() + " " + it.getKey())
                .findFirst();
    }
}
