package dev.deft.agent.session;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.util.List;
import java.util.Optional;

/// What a call did, in a few words for people: the tool and the argument that tells most.
public final class CallTitle {

    /// Names of arguments that tell what a call is about, the most telling first.
    private static final List<String> TELLING =
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

    /// The first line of the argument that tells most, or all of them as JSON.
    public static String argument(Json arguments) {
        if (!(arguments instanceof Json.Obj object)) {
            return "";
        }
        Optional<String> telling =
                TELLING.stream().flatMap(it -> object.text(it).stream()).findFirst();
        return telling.map(it -> it.lines().findFirst().orElse(""))
                .orElseGet(() -> object.fields().isEmpty() ? "" : JsonText.write(object));
    }
}
