package dev.deft.agent.session;

import dev.deft.json.Json;
import java.util.Optional;

/// How a command ended, in a few words; seen by the shape of the result, whatever tool ran it.
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

    /// Whether a command ended with another code than 0.
    public static boolean isFailure(String ran) {
        return ran.startsWith(EXIT) && !ran.startsWith(EXIT + "0");
    }

    public static String lastLine(String text) {
        return text.lines().filter(it -> !it.isBlank()).reduce((_, last) -> last).orElse("");
    }
}
