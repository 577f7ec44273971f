package dev.deft.app.cli.mcp;

import dev.deft.agent.config.ConfiguredServers;
import dev.deft.agent.config.ConfiguredServers.Entry;
import dev.deft.agent.config.McpServer;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.TextTable;
import dev.deft.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// `deft mcp list`: what the files say, without connecting to anything.
final class ServerList {

    private static final int LEAST_COMMAND = 16;

    private ServerList() {}

    static int run(ParsedArguments arguments, Console console) throws UsageException, IOException {
        arguments.allowWords(1);
        ConfiguredServers all = ServerOptions.servers(arguments, console);
        if (arguments.has(Options.JSON.name())) {
            console.sayIndented(
                    new Json.Arr(all.entries().stream().<Json>map(ServerList::json).toList()));
            return 0;
        }
        if (all.entries().isEmpty()) {
            console.say(
                    "There are no MCP servers. Add one: deft mcp add NAME -- COMMAND, deft mcp add"
                            + " NAME URL, or deft mcp add browser");
            return 0;
        }
        var table =
                new TextTable(
                        TextTable.Column.fixed(console::bold),
                        TextTable.Column.fixed(it ->
                                it.strip().equals("used") ? console.green(it) : console.yellow(it)),
                        TextTable.Column.flexible(it -> it, LEAST_COMMAND),
                        TextTable.Column.optional(console::dim));
        all.entries()
                .forEach(it ->
                        table.add(
                                it.name(),
                                state(it),
                                plain(command(it.server()), console),
                                plain(it.file() + ":" + it.line(), console)));
        console.say(table);
        all.entries().stream()
                .filter(it -> !it.why().isEmpty())
                .forEach(it ->
                        console.say(plain("  %s: %s".formatted(it.name(), it.why()), console)));
        return 0;
    }

    private static String state(Entry entry) {
        return switch (entry.state()) {
            case USED -> "used";
            case DISABLED -> "not enabled";
            case UNTRUSTED -> "not trusted";
            case REPLACED -> "replaced";
            case BUILT_IN -> "built in";
            case RESERVED -> "not used";
        };
    }

    private static Json.Obj json(Entry entry) {
        Json.Obj json = Json.Obj.EMPTY.with("name", entry.name());
        json =
                switch (entry.server()) {
                    case McpServer.Program program ->
                            json.with("kind", "program")
                                    .with("command", Json.Arr.ofTexts(words(program)));
                    case McpServer.Remote remote ->
                            json.with("kind", "url").with("url", remote.url());
                };
        json =
                json.with("scope", entry.ofUser() ? ServerOptions.USER : ServerOptions.PROJECT)
                        .with("file", entry.file())
                        .with("line", Json.Num.of(entry.line()))
                        .with("state", entry.state().name().toLowerCase(Locale.ROOT));
        return entry.why().isEmpty() ? json : json.with("why", entry.why());
    }

    /// The command line or the address of a server.
    static String command(McpServer server) {
        return switch (server) {
            case McpServer.Program program -> String.join(" ", words(program));
            case McpServer.Remote remote -> remote.url();
        };
    }

    private static List<String> words(McpServer.Program program) {
        List<String> words = new ArrayList<>(List.of(program.command()));
        words.addAll(program.arguments());
        return words;
    }

    /// One line of foreign text.
    static String plain(String text, Console console) {
        return console.shown(text.replaceAll("\\p{Cntrl}+", " "));
    }
}
