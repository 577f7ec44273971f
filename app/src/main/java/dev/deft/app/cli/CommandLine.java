package dev.deft.app.cli;

import dev.deft.app.cli.acp.AcpCommand;
import dev.deft.app.cli.call.CallCommand;
import dev.deft.app.cli.command.Command;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.FileErrorText;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.cron.CronCommand;
import dev.deft.app.cli.mcp.GuestCommand;
import dev.deft.app.cli.mcp.McpCommand;
import dev.deft.app.cli.models.ModelsCommand;
import dev.deft.app.cli.policy.PolicyCommand;
import dev.deft.app.cli.run.RunCommand;
import dev.deft.app.cli.run.RunOptions;
import dev.deft.app.cli.serve.ServeCommand;
import dev.deft.app.cli.sessions.SessionsCommand;
import dev.deft.app.cli.skill.CommandsCommand;
import dev.deft.app.cli.skill.SkillsCommand;
import dev.deft.app.cli.tokens.TokensCommand;
import dev.deft.app.interactive.Interactive;
import dev.deft.run.NearestNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Dispatches to the command, and turns errors into one line and an exit code.
public final class CommandLine {

    private static final int FAILED = 1;
    private static final int USAGE = 2;
    private static final int INTERRUPTED = 130;

    /// Command lines that let the user pick a session to continue.
    private static final List<List<String>> PICK = List.of(List.of("-r"), List.of("--resume"));

    private static final String RUN = "run";

    private final List<Command> commands;
    private final String version;

    public CommandLine(String version) {
        this.version = version;
        List<Command> others =
                List.of(
                        new RunCommand(),
                        new DemoCommand(version),
                        new CallCommand(),
                        new ToolsCommand(),
                        new AgentsCommand(),
                        new PolicyCommand(),
                        new ConfigCommand(),
                        new ModelsCommand(),
                        new SessionsCommand(),
                        new MemoryCommand(),
                        new SkillsCommand(),
                        new CommandsCommand(),
                        new CronCommand(),
                        new McpCommand(version),
                        new GuestCommand(version),
                        new AcpCommand(version),
                        new ServeCommand(version),
                        new TokensCommand(),
                        new TrustCommand(),
                        new DoctorCommand());
        this.commands = new ArrayList<>(others);
        commands.add(new CompletionCommand(others));
    }

    /// Runs one command line.
    ///
    /// @return the exit code
    public int run(List<String> words, Console console) {
        int code = code(words, console);
        if (console.hasLostOutput()) {
            console.note("standard output could not be written; is the disk full?");
            return code == 0 ? FAILED : code;
        }
        return code;
    }

    private int code(List<String> words, Console console) {
        try {
            return dispatch(words, console);
        } catch (UsageException e) {
            console.note(String.valueOf(e.getMessage()));
            return USAGE;
        } catch (IOException e) {
            console.note(FileErrorText.of(e));
            return FAILED;
        } catch (InterruptedException _) {
            return INTERRUPTED;
        }
    }

    private int dispatch(List<String> words, Console console)
            throws UsageException, IOException, InterruptedException {
        if (words.isEmpty() && console.isConversation()) {
            var nothing = new ParsedArguments(Map.of(), List.of());
            return Interactive.run(nothing, console, Optional.empty());
        }
        if (console.isConversation() && PICK.contains(words)) {
            var nothing = new ParsedArguments(Map.of(), List.of());
            return Interactive.run(nothing, console, Optional.of("/resume"));
        }
        String first = words.isEmpty() ? "--help" : words.getFirst();
        return switch (first) {
            case "--help", "-h", "help" -> help(words, console);
            case "--version", "-V", "-v", "version" -> version(console);
            default ->
                    isOptionOfRun(first)
                            ? runUnnamed(words, console)
                            : run(command(first), words.subList(1, words.size()), console);
        };
    }

    private boolean isOptionOfRun(String word) throws UsageException {
        int equals = word.startsWith("--") ? word.indexOf('=') : -1;
        String name = equals < 0 ? word : word.substring(0, equals);
        return name.startsWith("-")
                && command(RUN).allOptions().stream().anyMatch(it -> it.names().contains(name));
    }

    /// Options without a command belong to `run`. Since every command has `--root`, a command after
    /// it would silently become a prompt.
    private int runUnnamed(List<String> words, Console console)
            throws UsageException, IOException, InterruptedException {
        Command run = command(RUN);
        boolean common =
                Command.COMMON.stream()
                        .flatMap(it -> it.names().stream())
                        .anyMatch(it -> words.getFirst().split("=", 2)[0].equals(it));
        Optional<String> named =
                common && words.size() > 1
                        ? ParsedArguments.parse(run, words).word(0).filter(this::isCommand)
                        : Optional.empty();
        if (named.isPresent()) {
            throw new UsageException(
                    "options come after the command: deft %s %s ..."
                            .formatted(named.get(), words.getFirst()));
        }
        return isConversation(run, words, console)
                ? Interactive.run(ParsedArguments.parse(run, words), console, Optional.empty())
                : run(run, words, console);
    }

    /// Whether options without a prompt begin a conversation. Those of a single run do not.
    private static boolean isConversation(Command run, List<String> words, Console console)
            throws UsageException {
        if (!console.isConversation()) {
            return false;
        }
        Set<String> shared =
                RunOptions.shared().stream()
                        .flatMap(it -> it.options().stream())
                        .map(CommandOption::name)
                        .collect(Collectors.toCollection(HashSet::new));
        shared.add("--root");
        ParsedArguments arguments = ParsedArguments.parse(run, words);
        return arguments.words().isEmpty()
                && !arguments.options().isEmpty()
                && shared.containsAll(arguments.options().keySet());
    }

    private boolean isCommand(String word) {
        return commands.stream().anyMatch(it -> it.name().equals(word));
    }

    private static int run(Command command, List<String> words, Console console)
            throws UsageException, IOException, InterruptedException {
        boolean parsed = false;
        try {
            ParsedArguments arguments = ParsedArguments.parse(command, words);
            parsed = true;
            if (!arguments.has("--help")) {
                return command.run(arguments, console);
            }
        } catch (UsageException e) {
            if (!parsed) {
                command.misused(words, String.valueOf(e.getMessage()), console);
            }
            throw new UsageException(
                    "%s: %s (see deft %s --help)"
                            .formatted(command.name(), e.getMessage(), command.name()));
        }
        console.say(Help.of(console, command));
        return 0;
    }

    private Command command(String name) throws UsageException {
        Optional<Command> found =
                commands.stream().filter(it -> it.name().equals(name)).findFirst();
        if (found.isPresent()) {
            return found.get();
        }
        if (name.startsWith("-")) {
            throw new UsageException(
                    "there is no option %s before the command%s; write deft COMMAND [OPTIONS]"
                            .formatted(NearestNames.quoted(name), hint(name)));
        }
        List<String> names = new ArrayList<>(commands.stream().map(Command::name).toList());
        throw new UsageException(
                "there is no command %s%s; see deft --help"
                        .formatted(NearestNames.quoted(name), NearestNames.hint(name, names)));
    }

    /// The options of `run` that look like it, since they may come first.
    private String hint(String option) throws UsageException {
        return NearestNames.hint(
                option, command(RUN).allOptions().stream().map(CommandOption::name).toList());
    }

    private int help(List<String> words, Console console) throws UsageException {
        console.say(
                words.size() > 1
                        ? Help.of(console, command(words.get(1)))
                        : Help.ofProgram(console, commands));
        return 0;
    }

    private int version(Console console) {
        console.say("deft " + version);
        return 0;
    }
}
