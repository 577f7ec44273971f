package dev.deft.app.cli.mcp;

import dev.deft.agent.config.ConfiguredServers;
import dev.deft.agent.config.McpServer;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.terminal.TextTable;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.mcp.client.McpServers;
import dev.deft.mcp.client.McpSetup;
import dev.deft.mcp.client.ServerState;
import dev.deft.mcp.oauth.OAuthSignIn;
import dev.deft.mcp.oauth.SignInOpener;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// `deft mcp test`: connects to a server once, and shows what it has.
final class ServerCheck {

    private static final int FAILED = 1;
    private static final int MOST_LINES = 10;
    private static final int LEAST_DESCRIPTION = 20;
    private static final long LONGEST_LOG = 64 * 1024;

    /// Longer than a session waits: a runner of packages may have to download the program first.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private ServerCheck() {}

    static int run(ParsedArguments arguments, Console console)
            throws UsageException, IOException, InterruptedException {
        arguments.allowWords(2);
        String name = ServerOptions.name("test", arguments);
        ConfiguredServers all = ServerOptions.servers(arguments, console);
        McpServer server = ServerOptions.used(name, all).server();
        Path root = Options.root(arguments, console);
        var signIn = new OAuthSignIn(console.environment());
        McpSetup setup =
                McpSetup.of(root, console.environment())
                        .inDialect(ServerOptions.dialect(arguments))
                        .vouchedFor(all.trusted())
                        .connectingWithin(LONGEST_WAIT)
                        .authorizing(it -> signIn.authorization(it, SignInOpener.NOBODY));
        long begun = System.nanoTime();
        try (McpServers open = McpServers.open(List.of(server), setup)) {
            open.awaitTools(LONGEST_WAIT.plusSeconds(1));
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            ServerState state = open.states().getOrDefault(name, new ServerState.Connecting());
            return switch (state) {
                case ServerState.Connected connected ->
                        shown(name, connected, open, took, arguments, console);
                case ServerState.Broken(String why) -> failed(name, why, setup, arguments, console);
                case ServerState.Connecting _ ->
                        failed(
                                name,
                                "The MCP server %s did not answer within %d s."
                                        .formatted(name, LONGEST_WAIT.toSeconds()),
                                setup,
                                arguments,
                                console);
            };
        }
    }

    private static int shown(
            String name,
            ServerState.Connected connected,
            McpServers open,
            Duration took,
            ParsedArguments arguments,
            Console console) {
        List<Tool<?>> tools = open.tools();
        if (arguments.has(Options.JSON.name())) {
            console.sayIndented(
                    Json.Obj.EMPTY
                            .with("name", name)
                            .with("state", "connected")
                            .with("server", connected.facts().name())
                            .with("version", connected.facts().version())
                            .with("revision", connected.revision().wire())
                            .with("took_ms", Json.Num.of(took.toMillis()))
                            .with(
                                    "tools",
                                    new Json.Arr(
                                            tools.stream()
                                                    .<Json>map(it -> json(it.spec()))
                                                    .toList())));
            return 0;
        }
        console.say(
                ServerList.plain(
                        "%s: %s %s, MCP %s, connected in %d ms"
                                .formatted(
                                        name,
                                        connected.facts().name(),
                                        connected.facts().version(),
                                        connected.revision().wire(),
                                        took.toMillis()),
                        console));
        int sum = tools.stream().mapToInt(it -> bytes(it.spec())).sum();
        console.say(
                "%s, %d bytes in each request that has them all"
                        .formatted(connected.toolCount(), sum));
        var table =
                new TextTable(
                        TextTable.Column.fixed(console::bold),
                        TextTable.Column.optional(console::dim),
                        TextTable.Column.flexible(console::shown, LEAST_DESCRIPTION));
        tools.forEach(it ->
                table.add(
                        "  " + it.spec().id(),
                        "%d bytes".formatted(bytes(it.spec())),
                        description(it.spec()).lines().findFirst().orElse("")));
        console.say(table);
        return 0;
    }

    private static Json.Obj json(ToolSpec<?> spec) {
        return Json.Obj.EMPTY
                .with("name", spec.id())
                .with("description", description(spec))
                .with("bytes", Json.Num.of(bytes(spec)));
    }

    private static String description(ToolSpec<?> spec) {
        return spec.description().text(Map.of());
    }

    /// What its definition adds to a request.
    private static int bytes(ToolSpec<?> spec) {
        String schema = spec.foreignSchema().map(JsonText::write).orElse("");
        return (spec.id() + description(spec) + schema).getBytes(StandardCharsets.UTF_8).length;
    }

    private static int failed(
            String name, String why, McpSetup setup, ParsedArguments arguments, Console console)
            throws IOException {
        List<String> last = lastLines(setup.errorLog(name));
        if (arguments.has(Options.JSON.name())) {
            console.sayIndented(
                    Json.Obj.EMPTY
                            .with("name", name)
                            .with("state", "broken")
                            .with("why", why)
                            .with("stderr", Json.Arr.ofTexts(last)));
            return FAILED;
        }
        console.note(why);
        if (!last.isEmpty()) {
            console.note("the last it wrote to its standard error:");
            last.forEach(it -> console.err().println("  " + ServerList.plain(it, console)));
        }
        return FAILED;
    }

    private static List<String> lastLines(Path log) throws IOException {
        if (!Files.isRegularFile(log) || Files.size(log) > LONGEST_LOG) {
            return List.of();
        }
        List<String> lines =
                new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                        .lines()
                        .filter(it -> !it.isBlank())
                        .toList();
        return lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size());
    }
}
