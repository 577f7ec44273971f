package dev.deft.app.cli;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Schemas;
import dev.deft.agent.config.Setting;
import dev.deft.agent.config.Trust;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.TextTable;
import dev.deft.codec.JsonText;
import dev.deft.dialect.Dialects;
import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// `deft config`: shows the settings with their sources, and the schema of the files.
final class ConfigCommand implements Command {

    private static final List<String> KEYS = List.of("ANTHROPIC_API_KEY", "OPENAI_API_KEY");
    private static final int WIDEST = 60;
    private static final int LEAST = 12;

    @Override
    public String name() {
        return "config";
    }

    @Override
    public String synopsis() {
        return "[show | schema]";
    }

    @Override
    public List<String> words() {
        return List.of("show", "schema");
    }

    @Override
    public String summary() {
        return "Show the settings and where they come from, or the schema of agent.json.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(Options.JSON, Options.DIALECT, Options.POLICY);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft config show",
                "deft config show --json --dialect aegis",
                "deft config schema > agent.schema.json");
    }

    @Override
    public int run(ParsedArguments arguments, Console console) throws UsageException, IOException {
        String what = arguments.word(0).orElse("show");
        arguments.allowWords(1);
        return switch (what) {
            case "show" -> show(arguments, console);
            case "schema" -> schema(arguments, console);
            default ->
                    throw new UsageException("\"%s\" is not one of show, schema".formatted(what));
        };
    }

    private static int schema(ParsedArguments arguments, Console console) throws UsageException {
        console.say(Schemas.text(dialect(arguments)).stripTrailing());
        return 0;
    }

    private static int show(ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        Path root = Options.root(arguments, console);
        Configuration read =
                Configuration.read(
                        root,
                        console.environment(),
                        dialect(arguments),
                        Trust.of(Options.policy(arguments, console), root, console.environment()));
        read.warnings().forEach(console::note);
        if (arguments.has("--json")) {
            console.sayIndented(read.values().json());
            return 0;
        }
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("key", "value", "from"));
        read.values().all().entrySet().stream()
                .map(ConfigCommand::line)
                .sorted((a, b) -> a.key().compareTo(b.key()))
                .forEach(lines::add);
        KEYS.forEach(it -> lines.add(key(it, console.environment())));
        print(lines, console);
        return 0;
    }

    private static String dialect(ParsedArguments arguments) throws UsageException {
        String dialect = arguments.value(Options.DIALECT.name()).orElse(Dialects.DEFAULT);
        if (!Dialects.NAMES.contains(dialect)) {
            throw new UsageException(
                    "There is no dialect \"%s\"; the dialects are %s."
                            .formatted(dialect, String.join(", ", Dialects.NAMES)));
        }
        return dialect;
    }

    private static Line line(Map.Entry<List<String>, Setting> entry) {
        return new Line(
                String.join(".", entry.getKey()),
                shown(entry.getValue().value()),
                entry.getValue().from());
    }

    /// Formats a value on one line, shortened for a table; `--json` prints all of it.
    private static String shown(Json value) {
        String text = value instanceof Json.Str(String plain) ? plain : JsonText.write(value);
        String line = text.replaceAll("\\p{Cntrl}+", " ");
        return line.length() > WIDEST ? line.substring(0, WIDEST - 1) + "…" : line;
    }

    /// Shows the name of a key's variable, never its value.
    private static Line key(String name, Map<String, String> environment) {
        return environment.getOrDefault(name, "").isBlank()
                ? new Line(name, "not set", "")
                : new Line(name, "set", "environment");
    }

    private static void print(List<Line> lines, Console console) {
        var table =
                new TextTable(
                        TextTable.Column.flexible(console::bold, LEAST),
                        TextTable.Column.flexible(it -> it, LEAST),
                        TextTable.Column.optional(console::dim));
        lines.forEach(it -> table.add(it.key(), it.value(), it.from()));
        console.say(table);
    }

    private record Line(String key, String value, String from) {}
}
