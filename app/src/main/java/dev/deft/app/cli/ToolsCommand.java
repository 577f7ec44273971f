package dev.deft.app.cli;

import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.TextTable;
import dev.deft.codec.JsonText;
import dev.deft.dialect.Dialects;
import dev.deft.engine.Engine;
import dev.deft.engine.Workspace;
import dev.deft.json.Json;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.registry.ToolDefinition;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.NearestNames;
import dev.deft.tool.ToolCategory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `deft tools`: lists and shows tools, for people and as JSON for models.
final class ToolsCommand implements Command {

    private static final int LEAST_DESCRIPTION = 20;

    /// How long servers may take to tell their tools.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    @Override
    public String name() {
        return "tools";
    }

    @Override
    public String synopsis() {
        return "[list | show ID] [OPTIONS]";
    }

    @Override
    public List<String> words() {
        return List.of("list", "show");
    }

    @Override
    public String summary() {
        return "List the tools, or show one of them.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(Options.JSON, Options.DIALECT, Options.COLLECTION);
    }

    @Override
    public List<String> examples() {
        return List.of("deft tools", "deft tools show todo", "deft tools --json --dialect pegasus");
    }

    @Override
    public int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        try (Engine engine = Options.engine(console);
                Workspace workspace = engine.workspace(Options.root(arguments, console))) {
            String dialect = arguments.value(Options.DIALECT.name()).orElse(Dialects.DEFAULT);
            ToolRegistry tools = workspace.tools(dialect);
            tools.awaitSources(LONGEST_WAIT);
            return run(dialect(dialect, arguments, tools), arguments, console);
        }
    }

    private static int run(Dialect dialect, ParsedArguments arguments, Console console)
            throws UsageException {
        String root = Options.root(arguments, console).toString();
        Map<String, String> places = Map.of("workspace", root, "directory", root);
        if (arguments.words().isEmpty() || arguments.words().equals(List.of("list"))) {
            list(dialect, places, arguments.has("--json"), console);
            return 0;
        }
        if (!arguments.words().getFirst().equals("show") || arguments.words().size() != 2) {
            throw new UsageException("write deft tools, or deft tools show ID");
        }
        DialectTool tool = find(dialect, arguments.words().get(1));
        if (arguments.has("--json")) {
            console.say(JsonText.writeIndented(ToolDefinition.of(tool, places)));
        } else {
            show(tool, places, console);
        }
        return 0;
    }

    private static Dialect dialect(String name, ParsedArguments arguments, ToolRegistry tools)
            throws UsageException {
        try {
            Dialect whole = Dialects.of(name, tools);
            Optional<String> collection = arguments.value(Options.COLLECTION.name());
            return collection.isPresent()
                    ? Dialects.onlyCollection(whole, collection.get())
                    : whole;
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    private static DialectTool find(Dialect dialect, String id) throws UsageException {
        Optional<DialectTool> tool = dialect.find(id);
        if (tool.isPresent()) {
            return tool.get();
        }
        List<String> names = dialect.tools().stream().map(DialectTool::name).toList();
        throw new UsageException(
                "there is no tool %s%s; deft tools lists them"
                        .formatted(NearestNames.quoted(id), NearestNames.hint(id, names)));
    }

    private static void list(
            Dialect dialect, Map<String, String> places, boolean json, Console console) {
        if (json) {
            console.sayIndented(
                    new Json.Arr(
                            dialect.tools().stream()
                                    .<Json>map(it -> ToolDefinition.of(it, places))
                                    .toList()));
            return;
        }
        console.say(table(dialect, places, console));
    }

    /// The tools by category; only the first of each category names it.
    private static TextTable table(Dialect dialect, Map<String, String> places, Console console) {
        var table =
                new TextTable(
                        TextTable.Column.optional(console::dim),
                        TextTable.Column.fixed(console::bold),
                        TextTable.Column.flexible(console::shown, LEAST_DESCRIPTION));
        for (ToolCategory category : ToolCategory.values()) {
            String heading = category.wire();
            for (DialectTool tool : dialect.tools()) {
                if (tool.spec().category() == category) {
                    table.add(heading, tool.name(), firstSentence(tool.describe(places)));
                    heading = "";
                }
            }
        }
        return table;
    }

    private static String firstSentence(String description) {
        String line = description.lines().findFirst().orElse("");
        int end = line.indexOf(". ");
        return end < 0 ? line : line.substring(0, end + 1);
    }

    private static void show(DialectTool tool, Map<String, String> places, Console console) {
        Json.Obj definition = ToolDefinition.of(tool, places);
        console.say(
                console.bold(tool.name())
                        + "  "
                        + tool.spec().category().wire()
                        + ", "
                        + tool.spec().kind().wire());
        console.say("");
        tool.describe(places)
                .lines()
                .flatMap(it -> TextTable.wrapped(it, console.columns()).stream())
                .map(console::shown)
                .forEach(console::say);
        var table =
                new TextTable(
                        TextTable.Column.fixed(console::bold),
                        TextTable.Column.fixed(console::dim),
                        TextTable.Column.flexible(console::shown, LEAST_DESCRIPTION));
        if (definition.find("parameters").orElse(Json.Null.VALUE) instanceof Json.Obj schema
                && ParameterRows.add(schema, table) > 0) {
            console.say("");
            console.say(console.bold("Parameters"));
            console.say(table);
        }
        console.say("");
        console.say(console.bold("Requires"));
        console.say(requirements(definition));
    }

    private static String requirements(Json.Obj definition) {
        Json required = definition.find("requires").orElse(Json.Obj.EMPTY);
        return required.equals(Json.Obj.EMPTY) ? "nothing" : JsonText.write(required);
    }
}
