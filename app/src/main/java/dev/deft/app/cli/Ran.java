package dev.deft.app.cli;

import dev.deft.json.Json;
import java.util.Optional;

/// How a command ended, in a few words; seen by the shape of the result, whatever tool ran it.
final class Ran {

    private Ran() {}

    static Optional<String> of(Json result) {
        if (!(result instanceof Json.Obj envelope
                && envelope.find("data").orElse(result) instanceof Json.Obj data
                && data.find("exit_code").orElse(Json.Null.VALUE)
                        instanceof Json.Num(String code))) {
            return Optional.empty();
        }
        String last = lastLine(data.text("output").orElse(""));
        return Optional.of("exit " + code + (last.isEmpty() ? "" : ": " + last));
    }

    static String lastLine(String text) {
        return text.lines().filter(it -> !it.isBlank()).reduce((_, last) -> last).orElse("");
    }
}
