package dev.deft.app.cli.serve;

import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.run.ConfiguredAgents;
import dev.deft.app.cli.run.Interrupt;
import dev.deft.app.cli.run.ModelsByName;
import dev.deft.app.cli.run.RunOptions;
import dev.deft.engine.Engine;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.json.Json;
import dev.deft.mcp.oauth.BrowserOpener;
import dev.deft.server.DeftServer;
import dev.deft.server.DeftServerBuilder;
import dev.deft.server.ServerStores;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.ServerStore;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// Runs a server until the process is told to end, and says where it is.
public final class Serving {

    private static final int INTERRUPTED = 130;

    private final ServeOptions serve;
    private final ParsedArguments arguments;
    private final Console console;
    private final String version;
    private final Started started;

    private Serving(
            ServeOptions serve,
            ParsedArguments arguments,
            Console console,
            String version,
            Started started) {
        this.serve = serve;
        this.arguments = arguments;
        this.console = console;
        this.version = version;
        this.started = started;
    }

    /// What is done besides.
    @FunctionalInterface
    public interface Started {

        /// The server takes requests.
        void with(DeftServer server) throws IOException, InterruptedException;

        /// Everything is closed; the process waits for this, also when it was told to end.
        default void ended() throws IOException {}
    }

    /// Serves with the options of a command line.
    ///
    /// @param arguments as `deft serve` takes them
    public static int run(
            ParsedArguments arguments, Console console, String version, Started started)
            throws UsageException, IOException, InterruptedException {
        ServeOptions serve = ServeOptions.read(arguments, console);
        try (var _ = Interrupt.ofThisThread()) {
            try {
                return new Serving(serve, arguments, console, version, started).run();
            } finally {
                started.ended();
            }
        }
    }

    private int run() throws UsageException, IOException, InterruptedException {
        var options = new RunOptions(arguments, console);
        options.check();
        try (ServerStore store = store();
                var models = new ModelsByName(options::model)) {
            DeftServerBuilder builder =
                    DeftServer.builder(store, serve.workspaces())
                            .listener(serve.listener())
                            .version(version)
                            .notices(console::note);
            try (Engine engine =
                    Options.engineWith(console, it -> builder.prepare(it.models(models)))) {
                options.requireSound(engine);
                return serve(builder, new ConfiguredAgents(engine, arguments, console));
            }
        }
    }

    private ServerStore store() throws UsageException, IOException {
        if (serve.store().isEmpty()) {
            return ServerStores.files(
                    serve.workspaces(),
                    serve.server(),
                    console.environment(),
                    InstantSource.system(),
                    console::note);
        }
        try {
            return ServerStores.open(serve.store().get(), serve.server(), console.environment());
        } catch (IllegalArgumentException e) {
            throw new UsageException("--store: " + e.getMessage());
        }
    }

    private int serve(DeftServerBuilder builder, AgentChoices choices) throws IOException {
        try (DeftServer server = builder.start(choices)) {
            started.with(server);
            announce(server);
            new CountDownLatch(1).await();
            return 0;
        } catch (InterruptedException _) {
            if (!quiet()) {
                console.note("ending; what is unfinished goes on at the next start");
            }
            return INTERRUPTED;
        }
    }

    private boolean quiet() {
        return arguments.has(ServeOptions.QUIET.name());
    }

    private void announce(DeftServer server) throws IOException {
        String address = serve.address(server.port());
        if (quiet()) {
            return;
        }
        String token = server.oneTimeToken(owner(console.environment()));
        String login = address + "/login?token=" + token;
        if (arguments.has(Options.JSON.name())) {
            console.sayJson(json(address, login, token));
        } else {
            lines(address, login).forEach(console::say);
        }
        if (arguments.has(ServeOptions.OPEN.name())) {
            new BrowserOpener(console.environment(), _ -> {}).open(URI.create(login));
        }
    }

    private Json.Obj json(String address, String login, String token) {
        List<Json> workspaces = new ArrayList<>();
        for (ServedWorkspace it : serve.workspaces()) {
            workspaces.add(Json.Obj.EMPTY.with("id", it.id()).with("root", it.root().toString()));
        }
        return Json.Obj.EMPTY
                .with("address", address)
                .with("login", login)
                .with("token", token)
                .with("server", serve.server())
                .with("workspaces", new Json.Arr(workspaces));
    }

    private List<String> lines(String address, String login) {
        List<String> lines = new ArrayList<>();
        lines.add(console.bold("Deft serves at " + address));
        lines.add("");
        lines.add("  Sign in     " + console.green(login));
        lines.add("              " + console.dim("works once, within 15 minutes"));
        for (ServedWorkspace it : serve.workspaces()) {
            lines.add("  Workspace   %s  %s".formatted(it.id(), console.dim(it.root().toString())));
        }
        lines.add("  API         " + address + "/v1");
        lines.add("  MCP         " + address + "/mcp");
        lines.add("");
        lines.add(console.dim("Tokens for people and programs: deft tokens add. End: Ctrl-C."));
        return lines;
    }

    /// Who started the server.
    private static String owner(Map<String, String> environment) {
        return Optional.ofNullable(environment.get("USER"))
                .filter(it -> !it.isBlank())
                .orElse("owner");
    }
}
