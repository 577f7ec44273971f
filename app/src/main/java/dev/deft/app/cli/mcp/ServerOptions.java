package dev.deft.app.cli.mcp;

import dev.deft.agent.config.ConfiguredServers;
import dev.deft.agent.config.ServerSettingsFile;
import dev.deft.agent.config.Trust;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.dialect.Dialects;
import dev.deft.policy.Policy;
import dev.deft.run.NearestNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The options of the actions about servers, and what they name.
final class ServerOptions {

    static final String USER = "user";
    static final String PROJECT = "project";

    static final CommandOption SCOPE =
            CommandOption.taking(
                            "--scope",
                            "WHOSE",
                            "add, remove: in your own agent.json (user, the default) or in that of"
                                    + " the workspace (project)")
                    .of(List.of(USER, PROJECT));
    static final CommandOption ENV =
            CommandOption.often(
                    "--env",
                    "NAME=VALUE",
                    "add: a variable of the program; ${OTHER} stands for one of yours");
    static final CommandOption HEADER =
            CommandOption.often(
                    "--header", "NAME: VALUE", "add: a header of every request, likewise");
    static final CommandOption CWD =
            CommandOption.taking(
                    "--cwd", "DIR", "add: where the program runs, relative to the workspace");
    static final CommandOption TIMEOUT =
            CommandOption.taking("--timeout", "MS", "add: milliseconds a call may take");

    static final List<CommandOption> ALL = List.of(SCOPE, ENV, HEADER, CWD, TIMEOUT, Options.JSON);

    private ServerOptions() {}

    static String dialect(ParsedArguments arguments) throws UsageException {
        String dialect = arguments.value(Options.DIALECT.name()).orElse(Dialects.DEFAULT);
        if (!Dialects.NAMES.contains(dialect)) {
            throw new UsageException(
                    "there is no dialect %s; the dialects are %s"
                            .formatted(
                                    NearestNames.quoted(dialect),
                                    String.join(", ", Dialects.NAMES)));
        }
        return dialect;
    }

    /// The servers of all files.
    static ConfiguredServers servers(ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        Path root = Options.root(arguments, console);
        Policy policy =
                arguments.has(Options.POLICY.name())
                        ? Options.policy(arguments, console)
                        : Policy.unspecified();
        return ConfiguredServers.read(
                root,
                console.environment(),
                dialect(arguments),
                () -> Trust.of(policy, root, console.environment()));
    }

    /// The file that `--scope` names, or its default.
    static Optional<String> scope(ParsedArguments arguments) throws UsageException {
        Optional<String> given = arguments.value(SCOPE.name());
        if (given.isPresent() && !SCOPE.choices().contains(given.get())) {
            throw new UsageException(
                    "--scope is user or project, not " + NearestNames.quoted(given.get()));
        }
        return given;
    }

    static ServerSettingsFile file(String scope, ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        return scope.equals(USER)
                ? ServerSettingsFile.ofUser(console.environment())
                : ServerSettingsFile.ofWorkspace(
                        Options.root(arguments, console), dialect(arguments));
    }

    /// The name after an action.
    static String name(String action, ParsedArguments arguments) throws UsageException {
        return arguments
                .word(1)
                .orElseThrow(() ->
                        new UsageException(
                                "%s needs the name of a server; deft mcp list shows them"
                                        .formatted(action)));
    }

    /// The used server with a name.
    static ConfiguredServers.Entry used(String name, ConfiguredServers all) throws UsageException {
        List<ConfiguredServers.Entry> named =
                all.entries().stream().filter(it -> it.name().equals(name)).toList();
        Optional<ConfiguredServers.Entry> used =
                named.stream().filter(it -> it.state() == ConfiguredServers.State.USED).findFirst();
        if (used.isPresent()) {
            return used.get();
        }
        if (!named.isEmpty()) {
            throw new UsageException(
                    "the server %s of %s is not used, since %s"
                            .formatted(name, named.getLast().file(), named.getLast().why()));
        }
        List<String> names =
                all.entries().stream().map(ConfiguredServers.Entry::name).distinct().toList();
        throw new UsageException(
                "there is no server %s%s"
                        .formatted(
                                NearestNames.quoted(name),
                                names.isEmpty()
                                        ? "; add one with deft mcp add"
                                        : "; there are " + String.join(", ", names)));
    }
}
