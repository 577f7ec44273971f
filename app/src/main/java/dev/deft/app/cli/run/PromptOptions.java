package dev.deft.app.cli.run;

import dev.deft.agent.loop.AnswerSchema;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import java.util.Optional;

/// The options that add to the system prompt: further instructions, and the form of the answer.
record PromptOptions(ParsedArguments arguments, Console console) {

    static final CommandOption APPEND =
            CommandOption.taking(
                    "--append-system-prompt", "TEXT", "further instructions for the agent");
    static final CommandOption APPEND_FILE =
            CommandOption.taking(
                    "--append-system-prompt-file", "FILE", "the same from a text file");
    static final CommandOption SCHEMA =
            CommandOption.taking(
                    "--json-schema",
                    "SCHEMA",
                    "answer with JSON that fits this JSON Schema (itself, or a file)");

    /// The longest text of a system prompt, which every request carries.
    private static final int LONGEST = 256 * 1024;

    /// What is appended to the system prompt of the agent.
    Optional<String> appended() throws UsageException {
        Optional<String> text = arguments.value(APPEND.name());
        Optional<String> file = arguments.value(APPEND_FILE.name());
        if (text.isPresent() && file.isPresent()) {
            throw new UsageException(
                    "%s and %s exclude each other".formatted(APPEND.name(), APPEND_FILE.name()));
        }
        if (text.isPresent()) {
            return Optional.of(bounded(APPEND.name(), text.get()));
        }
        return file.isPresent()
                ? Optional.of(bounded(APPEND_FILE.name(), text(APPEND_FILE, file.get())))
                : Optional.empty();
    }

    private static String bounded(String option, String text) throws UsageException {
        if (text.isBlank()) {
            throw new UsageException(option + ": the text is empty");
        }
        if (text.length() > LONGEST) {
            throw new UsageException(
                    "%s: the text is longer than %d KB".formatted(option, LONGEST / 1024));
        }
        return text;
    }

    private String text(CommandOption option, String file) throws UsageException {
        try {
            return Options.text(file, console);
        } catch (UsageException e) {
            throw new UsageException("%s: %s".formatted(option.name(), e.getMessage()));
        }
    }

    /// The schema that the answer must fit.
    Optional<AnswerSchema> schema() throws UsageException {
        Optional<String> given = arguments.value(SCHEMA.name());
        if (given.isEmpty()) {
            return Optional.empty();
        }
        boolean inline = given.get().stripLeading().startsWith("{");
        String text = inline ? given.get() : text(SCHEMA, given.get());
        try {
            return Optional.of(AnswerSchema.parse(bounded(SCHEMA.name(), text)));
        } catch (IllegalArgumentException e) {
            throw new UsageException(
                    "%s%s: %s"
                            .formatted(
                                    SCHEMA.name(),
                                    inline ? "" : " " + given.get(),
                                    e.getMessage()));
        }
    }
}
