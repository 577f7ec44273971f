package dev.deft.app.cli.skill;

import dev.deft.agent.command.SlashCommand;
import dev.deft.agent.command.SlashCommands;
import dev.deft.agent.config.UserDirectories;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.TextTable;
import dev.deft.json.Json;
import dev.deft.output.TerminalText;
import dev.deft.run.NearestNames;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `deft commands`: lists and shows own slash commands.
public final class CommandsCommand implements Command {

    private static final int FAILED = 1;
    private static final int LEAST_DESCRIPTION = 20;

    @Override
    public String name() {
        return "commands";
    }

    @Override
    public String synopsis() {
        return """
        [WHAT] [OPTIONS]

          list                    (the default) list the slash commands of the project and your own
          show NAME               print a command\
        """;
    }

    @Override
    public List<String> words() {
        return List.of("list", "show");
    }

    @Override
    public String summary() {
        return "List and show own slash commands.";
    }

    @Override
    public List<CommandOption> options() {
        return List.of(Options.JSON);
    }

    @Override
    public List<String> examples() {
        return List.of(
                "deft commands", "deft commands show review", "deft run \"/review src/A.java\"");
    }

    @Override
    public int run(ParsedArguments arguments, Console console) throws UsageException, IOException {
        SlashCommands commands =
                SlashCommands.read(
                        Options.root(arguments, console),
                        UserDirectories.from(console.environment()).config());
        String action = arguments.word(0).orElse("list");
        return switch (action) {
            case "list" -> list(arguments, commands, console);
            case "show" -> show(arguments, commands, console);
            default ->
                    throw new UsageException(
                            "unknown action \"%s\"; use one of list, show".formatted(action));
        };
    }

    private static int list(ParsedArguments arguments, SlashCommands commands, Console console)
            throws UsageException {
        arguments.allowWords(1);
        if (arguments.has(Options.JSON.name())) {
            console.sayIndented(json(commands));
            return 0;
        }
        if (commands.list().isEmpty()) {
            console.say("There are no slash commands. Write one to .deft/commands/NAME.md.");
        }
        var table =
                new TextTable(
                        TextTable.Column.fixed(console::bold),
                        TextTable.Column.optional(console::dim),
                        TextTable.Column.flexible(it -> it, LEAST_DESCRIPTION));
        for (SlashCommand command : commands.list()) {
            table.add(
                    TerminalText.line(
                            "/"
                                    + command.name()
                                    + command.argumentHint().map(it -> " " + it).orElse(""),
                            60),
                    TerminalText.read(command.location()),
                    TerminalText.line(command.description().orElse(command.template()), 500));
        }
        if (!commands.list().isEmpty()) {
            console.say(table);
        }
        commands.hidden()
                .forEach(it ->
                        console.note(
                                "%s is hidden by another command of that name"
                                        .formatted(TerminalText.read(it.location()))));
        commands.problems().forEach(it -> console.note(TerminalText.read(it)));
        return 0;
    }

    private static int show(ParsedArguments arguments, SlashCommands commands, Console console)
            throws UsageException {
        arguments.allowWords(2);
        String given =
                arguments
                        .word(1)
                        .orElseThrow(() ->
                                new UsageException(
                                        "show needs the name of a command: deft commands show"
                                                + " NAME"));
        String name = given.startsWith("/") ? given.substring(1) : given;
        Optional<SlashCommand> found = commands.find(name);
        if (found.isEmpty()) {
            List<String> names = commands.list().stream().map(SlashCommand::name).toList();
            console.note(
                    "there is no command %s%s; deft commands lists them"
                            .formatted(NearestNames.quoted(name), NearestNames.hint(name, names)));
            commands.problems().forEach(it -> console.note(TerminalText.read(it)));
            return FAILED;
        }
        SlashCommand command = found.get();
        if (arguments.has(Options.JSON.name())) {
            console.sayIndented(json(command));
            return 0;
        }
        console.say(
                console.bold("/" + command.name())
                        + "  "
                        + console.dim(console.shown(command.location())));
        command.description().ifPresent(it -> console.say(console.shown(it)));
        command.argumentHint().ifPresent(it -> console.say("arguments: " + console.shown(it)));
        command.agent().ifPresent(it -> console.say("agent: " + console.shown(it)));
        command.model().ifPresent(it -> console.say("model: " + console.shown(it)));
        console.say("");
        console.say(console.shown(command.template()));
        return 0;
    }

    private static Json.Obj json(SlashCommands commands) {
        Map<String, Json> all = new LinkedHashMap<>();
        all.put("commands", array(commands.list()));
        all.put("hidden", array(commands.hidden()));
        all.put(
                "problems",
                new Json.Arr(
                        commands.problems().stream().map(it -> (Json) new Json.Str(it)).toList()));
        return new Json.Obj(all);
    }

    private static Json.Arr array(List<SlashCommand> commands) {
        return new Json.Arr(commands.stream().map(it -> (Json) json(it)).toList());
    }

    private static Json.Obj json(SlashCommand command) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("name", command.name());
        all.put("level", command.ofUser() ? "user" : "project");
        all.put("location", command.location());
        command.description().ifPresent(it -> all.put("description", it));
        command.argumentHint().ifPresent(it -> all.put("argument_hint", it));
        command.agent().ifPresent(it -> all.put("agent", it));
        command.model().ifPresent(it -> all.put("model", it));
        all.put("template", command.template());
        return Json.Obj.of(all);
    }
}
