package dev.deft.app.cli.run;

import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.UsageException;
import java.util.List;
import java.util.Optional;

/// The format of standard output.
enum OutputFormat {
    /// The answer alone.
    TEXT("text"),

    /// One result object.
    JSON("json"),

    /// One event a line, the result last.
    STREAM_JSON("stream-json");

    static final CommandOption OPTION =
            CommandOption.taking("--output", "FORM", "text, json or stream-json (default: text)")
                    .or("--output-format")
                    .of(List.of("text", "json", "stream-json"));

    private final String wire;

    OutputFormat(String wire) {
        this.wire = wire;
    }

    static OutputFormat of(String given) throws UsageException {
        return find(given)
                .orElseThrow(() ->
                        new UsageException(
                                "--output is text, json or stream-json, not \"%s\""
                                        .formatted(given)));
    }

    private static Optional<OutputFormat> find(String given) {
        for (OutputFormat form : values()) {
            if (form.wire.equals(given)) {
                return Optional.of(form);
            }
        }
        return Optional.empty();
    }

    /// The format of a command line that may be invalid otherwise.
    static OutputFormat guessed(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int equals = word.indexOf('=');
            if (equals > 0 && OPTION.names().contains(word.substring(0, equals))) {
                return find(word.substring(equals + 1)).orElse(TEXT);
            }
            if (OPTION.names().contains(word) && i + 1 < words.size()) {
                return find(words.get(i + 1)).orElse(TEXT);
            }
        }
        return TEXT;
    }
}
