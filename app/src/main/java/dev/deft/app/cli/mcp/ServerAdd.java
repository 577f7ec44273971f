package dev.deft.app.cli.mcp;

import dev.deft.agent.config.ConfigException;
import dev.deft.agent.config.ServerSettingsFile;
import dev.deft.agent.config.Trust;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.json.Json;
import dev.deft.policy.Policy;
import dev.deft.run.NearestNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `deft mcp add` and `deft mcp remove`.
final class ServerAdd {

    private static final int FAILED = 1;
    private static final String USAGE =
            "write deft mcp add NAME -- COMMAND ARGUMENTS, deft mcp add NAME URL, or one of the"
                    + " names browser and playwright alone";

    private ServerAdd() {}

    static int add(ParsedArguments arguments, Console console) throws UsageException, IOException {
        String name =
                arguments
                        .word(1)
                        .orElseThrow(() -> new UsageException("add needs a name; " + USAGE));
        List<String> words = arguments.words().subList(2, arguments.words().size());
        Json.Obj entry = entry(name, words, arguments);
        String scope = ServerOptions.scope(arguments).orElse(ServerOptions.USER);
        try {
            ServerSettingsFile file = ServerOptions.file(scope, arguments, console);
            if (file.has(name)) {
                throw new UsageException(
                        "there is a server %s in %s already; remove it first: deft mcp remove %s"
                                .formatted(name, file.name(), name));
            }
            file.add(name, entry);
            console.say(ServerList.plain("Added %s to %s".formatted(name, file.name()), console));
        } catch (ConfigException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        if (scope.equals(ServerOptions.PROJECT)) {
            trustNote(name, arguments, console);
        } else {
            console.say("Try it: deft mcp test " + name);
        }
        return 0;
    }

    /// A file of the workspace that was changed is not trusted, even if it was before.
    private static void trustNote(String name, ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        Path root = Options.root(arguments, console);
        boolean unknown = Trust.of(Policy.unspecified(), root, console.environment()).isUnknown();
        console.say(
                unknown
                        ? "It starts only where the workspace is trusted: deft trust add"
                        : "%s starts once you trust the changed file: deft trust add"
                                .formatted(name));
    }

    private static Json.Obj entry(String name, List<String> words, ParsedArguments arguments)
            throws UsageException {
        Optional<ServerPreset> preset = ServerPreset.of(name);
        boolean options = words.isEmpty() || words.getFirst().startsWith("-");
        if (preset.isPresent() && options) {
            List<String> all = new ArrayList<>(preset.get().arguments());
            all.addAll(words);
            return program(ServerPreset.RUNNER, all, arguments);
        }
        if (words.isEmpty()) {
            throw new UsageException("add needs a command or a URL; " + USAGE);
        }
        String first = words.getFirst();
        if (!first.startsWith("http://") && !first.startsWith("https://")) {
            if (first.contains("://")) {
                throw new UsageException(
                        "a server is reached with http:// or https://, not with "
                                + NearestNames.quoted(first));
            }
            return program(first, words.subList(1, words.size()), arguments);
        }
        if (words.size() > 1) {
            throw new UsageException(
                    "unexpected argument %s after the URL"
                            .formatted(NearestNames.quoted(words.get(1))));
        }
        return remote(first, arguments);
    }

    private static Json.Obj program(String command, List<String> words, ParsedArguments arguments)
            throws UsageException {
        refuse(arguments, ServerOptions.HEADER, "a server with a URL");
        Json.Obj entry = Json.Obj.EMPTY.with("command", command);
        if (!words.isEmpty()) {
            entry = entry.with("args", Json.Arr.ofTexts(words));
        }
        Json.Obj variables = pairs(arguments, ServerOptions.ENV, '=');
        if (!variables.fields().isEmpty()) {
            entry = entry.with("env", variables);
        }
        Optional<String> directory = arguments.value(ServerOptions.CWD.name());
        if (directory.isPresent()) {
            entry = entry.with("cwd", directory.get());
        }
        return timed(entry, arguments);
    }

    private static Json.Obj remote(String url, ParsedArguments arguments) throws UsageException {
        refuse(arguments, ServerOptions.ENV, "a server that is a program");
        refuse(arguments, ServerOptions.CWD, "a server that is a program");
        Json.Obj headers = pairs(arguments, ServerOptions.HEADER, ':');
        Json.Obj entry = Json.Obj.EMPTY.with("url", url);
        return timed(
                headers.fields().isEmpty() ? entry : entry.with("headers", headers), arguments);
    }

    private static void refuse(ParsedArguments arguments, CommandOption option, String where)
            throws UsageException {
        if (arguments.has(option.name())) {
            throw new UsageException("%s is for %s".formatted(option.name(), where));
        }
    }

    private static Json.Obj timed(Json.Obj entry, ParsedArguments arguments) throws UsageException {
        Optional<String> millis = arguments.value(ServerOptions.TIMEOUT.name());
        if (millis.isEmpty()) {
            return entry;
        }
        try {
            return entry.with("timeout", Json.Num.of(Integer.parseInt(millis.get())));
        } catch (NumberFormatException _) {
            throw new UsageException(
                    "--timeout is a number of milliseconds, not "
                            + NearestNames.quoted(millis.get()));
        }
    }

    private static Json.Obj pairs(ParsedArguments arguments, CommandOption option, char separator)
            throws UsageException {
        Json.Obj all = Json.Obj.EMPTY;
        for (String pair : arguments.all(option.name())) {
            int at = pair.indexOf(separator);
            if (at <= 0) {
                throw new UsageException(
                        "%s is written as %s".formatted(option.name(), option.shown()));
            }
            all = all.with(pair.substring(0, at).strip(), pair.substring(at + 1).strip());
        }
        return all;
    }

    static int remove(ParsedArguments arguments, Console console)
            throws UsageException, IOException {
        arguments.allowWords(2);
        String name = ServerOptions.name("remove", arguments);
        Optional<String> scope = ServerOptions.scope(arguments);
        List<ServerSettingsFile> having = new ArrayList<>();
        try {
            for (String it : List.of(ServerOptions.USER, ServerOptions.PROJECT)) {
                if (scope.isEmpty() || scope.get().equals(it)) {
                    ServerSettingsFile file = ServerOptions.file(it, arguments, console);
                    if (file.has(name)) {
                        having.add(file);
                    }
                }
            }
            if (having.size() > 1) {
                throw new UsageException(
                        "both your own file and that of the workspace have a server %s; say which"
                                        .formatted(name)
                                + " with --scope user or --scope project");
            }
            if (having.isEmpty()) {
                console.note(
                        ServerList.plain(
                                "there is no server %s to remove; deft mcp list shows them"
                                        .formatted(NearestNames.quoted(name)),
                                console));
                return FAILED;
            }
            having.getFirst().remove(name);
        } catch (ConfigException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        console.say(
                ServerList.plain(
                        "Removed %s from %s".formatted(name, having.getFirst().name()), console));
        return 0;
    }
}
