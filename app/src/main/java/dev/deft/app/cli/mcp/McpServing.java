package dev.deft.app.cli.mcp;

import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.SessionPicks;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.run.Interrupt;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Workspace;
import dev.deft.mcp.server.McpToolServer;
import dev.deft.mcp.server.McpToolServerBuilder;
import dev.deft.mcp.server.http.HttpAccess;
import dev.deft.mcp.server.http.McpHttpServer;
import dev.deft.policy.Policy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// Serves the tools of a workspace to MCP clients.
final class McpServing {

    static final CommandOption HTTP =
            CommandOption.taking(
                    "--http", "PORT", "serve at http://127.0.0.1:PORT/mcp; 0 for a free port");
    static final CommandOption NO_TOKEN =
            CommandOption.flag(
                    "--no-token", "with --http: let every program on this machine use it");
    static final CommandOption POLICY =
            CommandOption.taking(
                    "--policy",
                    "FILE",
                    "what is allowed, as JSON; without it, tools that only read are, and the rest is asked through the client");

    static final List<CommandOption> OPTIONS =
            List.of(
                    HTTP,
                    NO_TOKEN,
                    POLICY,
                    Options.DIALECT,
                    Options.COLLECTION,
                    Options.SESSION,
                    Options.ADD_DIR);

    /// The variable with the token; without it there is a new one each time.
    private static final String TOKEN = "DEFT_MCP_TOKEN";

    private static final int MAX_PORT = 65_535;
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private McpServing() {}

    static int serve(ParsedArguments arguments, Console console, String version)
            throws UsageException, IOException, InterruptedException {
        arguments.allowWords(0);
        Optional<Integer> port = port(arguments);
        if (port.isEmpty() && arguments.has(NO_TOKEN.name())) {
            throw new UsageException("--no-token is for --http");
        }
        try (Engine engine = Options.engine(console);
                Workspace workspace = engine.workspace(Options.root(arguments, console));
                McpToolServer server = server(arguments, engine, workspace, console, version)) {
            if (port.isEmpty()) {
                server.serve(console.in(), console.out());
                return 0;
            }
            return http(server, port.get(), arguments.has(NO_TOKEN.name()), console);
        }
    }

    private static Optional<Integer> port(ParsedArguments arguments) throws UsageException {
        Optional<String> given = arguments.value(HTTP.name());
        if (given.isEmpty()) {
            return Optional.empty();
        }
        if (!given.get().matches("[0-9]{1,5}") || Integer.parseInt(given.get()) > MAX_PORT) {
            throw new UsageException("--http needs a port, such as 7331");
        }
        return Optional.of(Integer.valueOf(given.get()));
    }

    private static McpToolServer server(
            ParsedArguments arguments,
            Engine engine,
            Workspace workspace,
            Console console,
            String version)
            throws UsageException, IOException {
        McpToolServerBuilder builder =
                McpToolServer.builder(workspace)
                        .environment(console.environment())
                        .identity(
                                "deft",
                                version,
                                "Files, search, commands and more in %s."
                                        .formatted(workspace.root()))
                        .agent(agent(arguments, engine, console));
        Options.directories(arguments, console, builder::directories);
        Optional<String> wanted = arguments.value(Options.SESSION.name());
        if (wanted.isPresent()) {
            builder.session(SessionPicks.forCalls(wanted.get(), workspace, console).value());
        }
        return builder.build();
    }

    private static AgentSpec agent(ParsedArguments arguments, Engine engine, Console console)
            throws UsageException {
        String dialect = arguments.value(Options.DIALECT.name()).orElse(Dialects.DEFAULT);
        if (!Dialects.NAMES.contains(dialect)) {
            throw new UsageException(
                    "there is no dialect \"%s\"; the dialects are %s"
                            .formatted(dialect, String.join(", ", Dialects.NAMES)));
        }
        Policy policy = Policy.unspecified();
        if (arguments.has(POLICY.name())) {
            policy = Options.policy(arguments, console);
            Options.requireSound(arguments, policy, engine);
        }
        AgentSpec rights =
                policy.rules().isEmpty() ? McpToolServer.defaultAgent() : AgentSpec.standard();
        return rights.named("mcp")
                .policy(policy)
                .toolset(
                        new AgentSpec.Toolset(
                                Optional.empty(),
                                dialect,
                                arguments.value(Options.COLLECTION.name())));
    }

    /// Serves until the process is told to end.
    private static int http(McpToolServer server, int port, boolean open, Console console)
            throws IOException, InterruptedException {
        Optional<String> given =
                Optional.ofNullable(console.environment().get(TOKEN)).filter(it -> !it.isBlank());
        String token = given.orElseGet(HttpAccess::newToken);
        HttpAccess access = open ? HttpAccess.ofEveryLocalProgram() : HttpAccess.withToken(token);
        var address = new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port);
        try (var _ = Interrupt.ofThisThread();
                McpHttpServer http = server.listen(address, access)) {
            announce(
                    "http://127.0.0.1:%d%s".formatted(http.address().getPort(), McpHttpServer.PATH),
                    open,
                    given.isPresent() ? "$" + TOKEN : token,
                    console);
            new CountDownLatch(1).await();
            return 0;
        } catch (InterruptedException _) {
            return 0;
        }
    }

    private static void announce(String url, boolean open, String token, Console console) {
        console.err().println("Serving MCP at " + url);
        console.err()
                .println(
                        open
                                ? "claude mcp add --transport http deft " + url
                                : "claude mcp add --transport http deft %s --header \"Authorization: Bearer %s\""
                                        .formatted(url, token));
        console.err().flush();
    }
}
