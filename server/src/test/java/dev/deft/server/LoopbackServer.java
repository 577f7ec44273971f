package dev.deft.server;

import dev.deft.agent.config.Trust;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.model.Model;
import dev.deft.engine.AgentCatalog;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.run.Approver;
import dev.deft.server.access.AccessScope;
import dev.deft.server.auth.Tokens;
import dev.deft.server.listener.ListenerLimits;
import dev.deft.server.listener.ListenerSettings;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.ServerStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A whole server on loopback, whose agents ask a model of a test. It has the workspaces `demo` and
/// `other`.
public final class LoopbackServer implements AutoCloseable {

    private static final int MANY = 1_000_000;

    private final Path root;
    private final ServerStore store;
    private final Engine engine;
    private final DeftServer server;

    private LoopbackServer(Path root, ServerStore store, Engine engine, DeftServer server) {
        this.root = root;
        this.store = store;
        this.engine = engine;
        this.server = server;
    }

    /// Starts a server, or the same again after it was closed.
    ///
    /// @param temp holds everything that the server stores
    public static LoopbackServer start(Path temp, Model model) throws IOException {
        return start(temp, model, 0);
    }

    /// Starts a server, or the same again after it was closed.
    ///
    /// @param port 0 for any that is free
    public static LoopbackServer start(Path temp, Model model, int port) throws IOException {
        Path root = Files.createDirectories(temp.resolve("demo"));
        Map<String, String> environment = Map.of("HOME", temp.resolve("home").toString());
        List<ServedWorkspace> served =
                List.of(
                        new ServedWorkspace("demo", root),
                        new ServedWorkspace(
                                "other", Files.createDirectories(temp.resolve("other"))));
        ServerStore store =
                ServerStores.files(served, "here", environment, InstantSource.system(), _ -> {});
        DeftServerBuilder builder =
                DeftServer.builder(store, served)
                        .version("0.1.0")
                        .notices(_ -> {})
                        .listener(ListenerSettings.loopback(port).with(unhurried()));
        Engine engine =
                builder.prepare(Engine.builder().environment(environment).notices(_ -> {})).build();
        DeftServer server = builder.start(new Choices(engine, environment, model));
        return new LoopbackServer(root, store, engine, server);
    }

    /// A test may send as fast as it can.
    private static ListenerLimits unhurried() {
        ListenerLimits usual = ListenerLimits.usual();
        return new ListenerLimits(
                usual.times(), usual.counts(), new ListenerLimits.Rates(MANY, MANY, MANY));
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + server.port());
    }

    /// The directory of the workspace `demo`.
    public Path root() {
        return root;
    }

    /// A new token.
    public String token(Set<AccessScope> scopes, Optional<Set<String>> workspaces)
            throws IOException {
        return server.tokens()
                .issue(new Tokens.Grant("ada", scopes, workspaces, Optional.empty()))
                .text();
    }

    /// A new token that may do everything.
    public String token() throws IOException {
        return token(Set.of(AccessScope.values()), Optional.empty());
    }

    @Override
    public void close() {
        server.close();
        engine.close();
        store.close();
    }

    /// The model of the test, for every agent.
    private record Choices(Engine engine, Map<String, String> environment, Model model)
            implements AgentChoices {

        @Override
        public Chosen choose(Path root, Choice choice, Approver person) {
            AgentSpec agent =
                    choice.agent()
                            .map(it -> catalog(root).spec(it, AgentSpec.standard()))
                            .orElseGet(AgentSpec::standard);
            return new Chosen(agent, model, "test/scripted", person, List.of(), List.of());
        }

        private AgentCatalog catalog(Path root) {
            return AgentCatalog.read(root, environment, Trust.UNKNOWN);
        }

        @Override
        public void checkKey() {}

        @Override
        public List<String> models(Path root) {
            return List.of("test/scripted");
        }

        @Override
        public List<AgentDefinition> agents(Path root) {
            return catalog(root).list();
        }

        @Override
        public void note(String text) {}
    }
}
