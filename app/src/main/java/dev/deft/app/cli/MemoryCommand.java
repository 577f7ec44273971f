package dev.deft.app.cli;

import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.OpenSession;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.TextTable;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.registry.EnvelopeJson;
import dev.deft.run.Approver;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `deft memory`: lists, shows and searches the memory files of a workspace.
final class MemoryCommand implements Command {

    private static final int LEAST_SUMMARY = 20;
    private static final int FAILED = 1;

    private static final CommandOption MOST =
            CommandOption.taking("--max", "N", "search: how many matches (default: 6)");
    private static final CommandOption MIN_SCORE =
            CommandOption.taking(
                    "--min-score", "N", "search: leave out lower scores, 0 to 1 (default: 0.35)");

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public String synopsis() {
        return """
        [WHAT] [OPTIONS]

          list                    (the default) list the memory files with their summaries
          show PATH               print a memory file
          search WORDS            find matches, by meaning and by words\
        """;
    }

    @Override
    public List<String> words() {
        return List.of("list", "show", "search");
    }

    @Override
    public String summary() {
        return "List, show and search what is remembered.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(MOST, MIN_SCORE, Options.JSON);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft memory",
                "deft memory show memory/facts/build.md",
                "deft memory search \"why did we choose PostgreSQL?\"");
    }

    @Override
    public int run(ParsedArguments arguments, Console console) throws UsageException, IOException {
        String action = arguments.word(0).orElse("list");
        Request request =
                switch (action) {
                    case "list" -> list(arguments);
                    case "show" -> show(arguments);
                    case "search" -> search(arguments);
                    default ->
                            throw new UsageException(
                                    "unknown action \"%s\"; use one of list, show, search"
                                            .formatted(action));
                };
        Envelope envelope;
        try (OpenSession open = Options.session(arguments, console, _ -> Approver.HEADLESS)) {
            envelope = open.session().call(request.tool(), request.arguments());
        }
        return print(request, envelope, arguments.has(Options.JSON.name()), console);
    }

    /// What a command line asks for, as a call.
    private record Request(String tool, Map<String, ?> arguments) {}

    private static Request list(ParsedArguments arguments) throws UsageException {
        arguments.allowWords(1);
        return new Request("memory_list", Map.of());
    }

    private static Request show(ParsedArguments arguments) throws UsageException {
        arguments.allowWords(2);
        return new Request(
                "memory_read",
                Map.of(
                        "path",
                        arguments
                                .word(1)
                                .orElseThrow(() ->
                                        new UsageException(
                                                "show needs a path: deft memory show PATH"))));
    }

    private static Request search(ParsedArguments arguments) throws UsageException {
        List<String> words = arguments.words().subList(1, arguments.words().size());
        if (words.isEmpty()) {
            throw new UsageException("search needs words: deft memory search WORDS");
        }
        Map<String, Object> call = new LinkedHashMap<>();
        call.put("query", String.join(" ", words));
        if (arguments.value(MOST.name()).isPresent()) {
            call.put("max_results", (long) number(arguments, MOST));
        }
        if (arguments.value(MIN_SCORE.name()).isPresent()) {
            call.put("min_score", number(arguments, MIN_SCORE));
        }
        return new Request("memory_search", call);
    }

    private static double number(ParsedArguments arguments, CommandOption option)
            throws UsageException {
        String value = arguments.value(option.name()).orElseThrow();
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException _) {
            throw new UsageException(
                    "%s takes a number, not \"%s\"".formatted(option.name(), value));
        }
    }

    private static int print(Request request, Envelope envelope, boolean json, Console console)
            throws UsageException {
        if (envelope.result() instanceof ToolResult.Failure failure) {
            if (failure.code() == ErrorCode.INVALID_ARGUMENTS) {
                throw new UsageException(failure.message());
            }
            console.note(failure.message());
            return FAILED;
        }
        ToolResult.Output output = (ToolResult.Output) envelope.result();
        Json.Obj data = EnvelopeJson.data(envelope, output);
        if (json) {
            console.sayIndented(data);
        } else if (request.tool().equals("memory_list")) {
            table(data, output, console);
        } else {
            console.say(output.text().stripTrailing());
        }
        return 0;
    }

    private static void table(Json.Obj data, ToolResult.Output output, Console console) {
        List<Json> files = data.find("files").map(it -> ((Json.Arr) it).items()).orElse(List.of());
        if (files.isEmpty()) {
            console.say(output.text());
            return;
        }
        var table =
                new TextTable(
                        TextTable.Column.fixed(console::bold),
                        TextTable.Column.optional(console::dim),
                        TextTable.Column.flexible(it -> it, LEAST_SUMMARY));
        for (Json it : files) {
            Json.Obj file = (Json.Obj) it;
            table.add(
                    file.text("path").orElse(""),
                    file.find("size").map(Json::toString).orElse(""),
                    file.text("summary").orElse(""));
        }
        console.say(table);
    }
}
