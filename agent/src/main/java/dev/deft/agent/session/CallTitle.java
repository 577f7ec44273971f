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

    /// The first line of the main argument, or all arguments as JSON.
    public static String argument(Json arguments) {
        if (!(arguments instanceof Json.Obj object)) {
            return "";
        }
        Optional<String> main =
                MAIN_ARGUMENTS.stream().flatMap(it -> object.text(it).stream()).findFirst();
        return main.map(it -> it.lines().findFirst().orElse(""))
                .orElseGet(() -> object.fields().isEmpty() ? "" : JsonText.write(object));
    }
}
