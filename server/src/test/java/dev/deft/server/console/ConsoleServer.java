package dev.deft.server.console;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.codec.JsonText;
import dev.deft.engine.Engine;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.server.DeftServer;
import dev.deft.server.DeftServerBuilder;
import dev.deft.server.ServerStores;
import dev.deft.server.access.AccessScope;
import dev.deft.server.auth.Tokens;
import dev.deft.server.listener.ListenerSettings;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.ServerStore;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;

/// A whole server with one workspace, a model that obeys, and a token for everything.
public final class ConsoleServer implements AutoCloseable {

    public static final String WORKSPACE = "shop";

    private final Path directory;
    private final ServedWorkspace served;
    private final ServerStore store;
    private final Engine engine;
    private final DeftServer server;
    private final String token;

    private ConsoleServer(Path directory, int port) throws IOException {
        this.directory = directory;
        Path root = files(directory.resolve(WORKSPACE));
        String home = Files.createDirectories(directory.resolve("home")).toString();
        Files.createDirectories(gates());
        Map<String, String> environment =
                Map.of("DEFT_HOME", home, "HOME", home, "PATH", System.getenv("PATH"));
        this.served = new ServedWorkspace(WORKSPACE, root);
        InstantSource clock = InstantSource.system();
        this.store = ServerStores.files(List.of(served), "one", environment, clock, _ -> {});
        DeftServerBuilder builder =
                DeftServer.builder(store, List.of(served))
                        .listener(ListenerSettings.loopback(port))
                        .version("1.0")
                        .notices(_ -> {});
        this.engine = builder.prepare(Engine.builder().environment(environment)).build();
        this.server = builder.start(new ObedientAgents(engine, environment, gates()));
        this.token =
                new Tokens(store.tokens(), clock)
                        .issue(
                                new Tokens.Grant(
                                        "ana",
                                        EnumSet.allOf(AccessScope.class),
                                        Optional.empty(),
                                        Optional.empty()))
                        .text();
    }

    /// Starts a server.
    ///
    /// @param directory of everything; what an earlier server left there is used again
    /// @param port 0 for any
    public static ConsoleServer start(Path directory, int port) throws IOException {
        return new ConsoleServer(directory, port);
    }

    private static Path files(Path root) throws IOException {
        Files.createDirectories(root.resolve("src/order"));
        write(root, "README.md", "# Shop\n\nA small shop. Hello!\n\n- `npm test` runs the tests\n");
        write(
                root,
                "src/order/total.js",
                """
                /** The total of an order. */
                export function total(items) {
                    let sum = 0;
                    for (const item of items) {
                        sum += item.price * item.count;
                    }
                    return sum;
                }
                """);
        write(root, "src/main.js", "import { total } from './order/total.js';\n\nstart(total);\n");
        write(root, "package.json", "{\n  \"name\": \"shop\",\n  \"version\": \"1.4.0\"\n}\n");
        Path picture = root.resolve("pixel.png");
        if (!Files.exists(picture)) {
            var image = new BufferedImage(96, 64, BufferedImage.TYPE_INT_RGB);
            Graphics2D graphics = image.createGraphics();
            graphics.setColor(Color.ORANGE);
            graphics.fillOval(16, 8, 48, 48);
            graphics.dispose();
            ImageIO.write(image, "png", picture.toFile());
        }
        return root.toRealPath();
    }

    private static void write(Path root, String name, String text) throws IOException {
        Path file = root.resolve(name);
        if (!Files.exists(file)) {
            Files.writeString(file, text);
        }
    }

    public String base() {
        return "http://127.0.0.1:" + server.port();
    }

    public String token() {
        return token;
    }

    public Path root() {
        return served.root();
    }

    /// Where the model looks for files that let it speak.
    public Path gates() {
        return directory.resolve("gates");
    }

    /// Writes the log of a session of many turns, as a run would have.
    public void fill(String session, int turns) throws IOException, JsonSyntaxException {
        try (SessionLease lease = store.sessions(served).create(new SessionId(session))) {
            long last = 0;
            for (int turn = 1; turn <= turns; turn++) {
                last = lease.put(said("user", "Message %d of %d".formatted(turn, turns)));
                last =
                        lease.put(
                                said(
                                        "assistant",
                                        "Answer %d of %d, in **bold** and with `code`."
                                                .formatted(turn, turns)));
            }
            lease.await(last);
        }
    }

    /// Writes the log of a session that used a model day after day.
    ///
    /// @param share of the usual tokens
    public void use(String session, String agent, String model, double share, int days)
            throws IOException, JsonSyntaxException {
        try (SessionLease lease = store.sessions(served).create(new SessionId(session))) {
            Instant now = Instant.now();
            long _ = lease.put(begun(agent, model, now.minus(Duration.ofDays(days))));
            for (int day = days; day > 0; day--) {
                double busy = share * (1 + Math.sin(day * 1.7 + share * 9)) * (day % 7 < 5 ? 1 : 0);
                long _ = lease.put(used(model, (long) (busy * 300_000), now, day));
            }
            lease.await(lease.put(ended(now.minus(Duration.ofDays(1)))));
        }
    }

    private static Json.Obj begun(String agent, String model, Instant at)
            throws JsonSyntaxException {
        return JsonText.parseObject(
                """
                {"role": "event", "ts": "%s", "event": {"type": "session", "agent": "%s", "model": "%s"}}
                """
                        .formatted(at, agent, model));
    }

    private static Json.Obj ended(Instant at) throws JsonSyntaxException {
        return JsonText.parseObject(
                """
                {"role": "event", "ts": "%s", "event": {"type": "result", "status": "done", "steps": 1}}
                """
                        .formatted(at));
    }

    private static Json.Obj used(String model, long tokens, Instant now, int day)
            throws JsonSyntaxException {
        return JsonText.parseObject(
                """
                {"role": "usage", "ts": "%s", "model": "%s", "input_tokens": %d, "output_tokens": %d, "cache_read": %d, "cache_write": 0}
                """
                        .formatted(
                                now.minus(Duration.ofDays(day)),
                                model,
                                tokens,
                                tokens / 12,
                                tokens * 2));
    }

    private static Json.Obj said(String role, String text) throws JsonSyntaxException {
        return JsonText.parseObject(
                """
                {"role": "%s", "ts": "%s", "source": "user", "stop": "done", "model": "test", "content": [{"type": "text", "text": "%s"}]}
                """
                        .formatted(role, Instant.now(), text));
    }

    @Override
    public void close() throws IOException {
        server.close();
        engine.close();
        store.close();
    }
}
