package dev.deft.agent.session;

import dev.deft.json.Json;
import java.util.Optional;

/// Describes how a command ended. Recognizes it by the shape of the result, so it works for every
/// tool.
public final class CommandOutcome {

    private static final String EXIT = "exit ";

    private CommandOutcome() {}

    public static Optional<String> of(Json result) {
        if (!(result instanceof Json.Obj envelope
                && envelope.find("data").orElse(result) instanceof Json.Obj data)) {
            return Optional.empty();
        }
        if (data.find("exit_code").orElse(Json.Null.VALUE) instanceof Json.Num(String code)
                && data.find("process_id").isEmpty()) {
            return Optional.of(ended(code, data));
        }
        return data.text("process_id")
                .filter(_ -> data.find("exit_code").isPresent() && data.find("sandbox").isPresent())
                .map(it -> "started in the background as " + it);
    }

    private static String ended(String code, Json.Obj data) {
        String last = lastLine(data.text("output").orElse(""));
        return EXIT + code + (last.isEmpty() ? "" : ": " + last);
    }

    /// Whether a command ended with a nonzero exit code.
    public static boolean isFailure(String outcome) {
        return outcome.startsWith(EXIT) && !outcome.startsWith(EXIT + "0");
    }

    public static String lastLine(String text) {
        return text.lines().filter(it -> !it.isBlank()).reduce((_, last) -> last).orElse("");
    }
}
