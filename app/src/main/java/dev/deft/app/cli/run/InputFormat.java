package dev.deft.app.cli.run;

import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.UsageException;
import java.util.List;

/// The format of standard input.
enum InputFormat {
    /// Text that belongs to the prompt.
    TEXT,

    /// One message a line.
    STREAM_JSON;

    static final CommandOption OPTION =
            CommandOption.taking(
                            "--input-format",
                            "FORM",
                            "text, or stream-json for a message per line on stdin (default: text)")
                    .or("--input")
                    .of(List.of("text", "stream-json"));

    static InputFormat of(String given) throws UsageException {
        return switch (given) {
            case "text" -> TEXT;
            case "stream-json" -> STREAM_JSON;
            default ->
                    throw new UsageException(
                            "--input-format is text or stream-json, not \"%s\"".formatted(given));
        };
    }
}
