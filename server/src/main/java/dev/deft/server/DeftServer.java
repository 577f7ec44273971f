package dev.deft.server;

import dev.deft.agent.model.Message;
import dev.deft.agent.session.Entry;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.server.api.workspace.OpenWorkspaces;
import dev.deft.server.auth.SignIns;
import dev.deft.server.auth.Tokens;
import dev.deft.server.listener.HttpListener;
import dev.deft.server.listener.ListenerSettings;
import dev.deft.server.listener.RouteTable;
import dev.deft.server.live.LiveSessions;
import dev.deft.server.live.ObservedStores;
import dev.deft.server.live.SessionFeeds;
import dev.deft.server.mcp.ServedMcp;
import dev.deft.server.metrics.ServerMetrics;
import dev.deft.server.schedule.ServedSchedules;
import dev.deft.server.store.ServedWorkspace;
import dev.deft.server.store.ServerStore;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/// The HTTP API and the web console over an engine, all put together by hand.
public final class DeftServer implements AutoCloseable {

    /// How long requests that are carried out may take while the server ends.
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final Tokens tokens;
    private final HttpListener listener;
    private final LiveSessions live;
    private final Closing closing;

    /// What a server is made of.
    record Setup(
            ServerStore store,
            List<ServedWorkspace> served,
            ObservedStores stores,
            ServerMetrics metrics,
            ListenerSettings listener,
            String version,
            InstantSource clock,
            Consumer<String> notices,
            boolean schedules) {}

    private DeftServer(Tokens tokens, HttpListener listener, LiveSessions live, Closing closing) {
        this.tokens = tokens;
        this.listener = listener;
        this.live = live;
        this.closing = closing;
    }

    /// Starts the description of a server.
    ///
    /// @param store closed by the caller, after the server and its engine
    /// @param served the workspaces it offers, at least one
    public static DeftServerBuilder builder(ServerStore store, List<ServedWorkspace> served) {
        return new DeftServerBuilder(store, served);
    }

    static DeftServer start(Setup setup, AgentChoices choices) throws IOException {
        var tokens = new Tokens(setup.store().tokens(), setup.clock());
        requireTokens(setup.listener(), tokens);
        try (var closing = new Closing(setup.notices())) {
            var workspaces = new OpenWorkspaces(choices.engine(), setup.served());
            closing.add(workspaces::close);
            var feeds = new SessionFeeds(setup.store(), setup.stores());
            closing.add(feeds::close);
            LiveSessions live = live(setup, choices, workspaces, feeds);
            closing.add(live::close);
            live.observe(setup.metrics()::run);
            var mcp =
                    new ServedMcp(workspaces, live::asker, choices.environment(), setup.version());
            closing.add(mcp::close);
            var signIns = new SignIns(tokens, setup.clock());
            var routes = new ServerRouting(setup, choices, workspaces, live, tokens, signIns);
            var table = new RouteTable(routes.all(), routes.raw(mcp));
            HttpListener listener =
                    HttpListener.start(
                            setup.listener(),
                            new HttpListener.Parts(
                                    table,
                                    signIns,
                                    setup.store().replies(),
                                    setup.store().audit(),
                                    (method, route, status, time) ->
                                            setup.metrics().request(route, status, time),
                                    setup.clock()));
            closing.add(() -> listener.close(TIMEOUT));
            setup.metrics().add(new ServerFigures(setup, live, listener).all());
            for (ServedWorkspace it : setup.served()) {
                var _ = setup.store().sessions(it);
            }
            closing.add(setup.store().cluster().begin(table::handle, live::goOn)::close);
            startSchedules(setup, choices, workspaces, closing);
            return new DeftServer(tokens, listener, live, closing.handOver());
        }
    }

    private static LiveSessions live(
            Setup setup, AgentChoices choices, OpenWorkspaces workspaces, SessionFeeds feeds) {
        return new LiveSessions(
                new LiveSessions.Settings(setup.served(), setup.version(), setup.clock()),
                workspaces,
                choices,
                setup.store(),
                setup.stores(),
                feeds);
    }

    private static void requireTokens(ListenerSettings listener, Tokens tokens) throws IOException {
        if (!listener.isLoopback() && !tokens.hasLasting()) {
            throw new IOException(
                    "Nobody has a token yet, so only this machine may be listened to. Make one with deft tokens add NAME, or leave out --host.");
        }
    }

    private static void startSchedules(
            Setup setup, AgentChoices choices, OpenWorkspaces workspaces, Closing closing)
            throws IOException {
        if (!setup.schedules()) {
            return;
        }
        var schedules = new ServedSchedules(choices, setup.store().journal());
        closing.add(schedules::close);
        for (ServedWorkspace it : setup.served()) {
            schedules.start(it.id(), workspaces.open(it));
        }
    }

    /// The port on which it listens.
    public int port() {
        return listener.address().getPort();
    }

    /// A token with which the owner of the machine signs in, once, within [Tokens#ONE_TIME].
    ///
    /// @param owner how the owner is called in the audit log
    public String oneTimeToken(String owner) throws IOException {
        return tokens.issueOnce(owner).text();
    }

    /// Creates a session with the configured agent, and gives it a message.
    ///
    /// @throws IOException if there is one already, or it cannot run
    public void begin(SessionRef session, String message) throws IOException, InterruptedException {
        live.create(session, AgentChoices.Choice.CONFIGURED);
        boolean _ = live.talks().send(session, Message.User.of(message), Entry.User.FROM_USER);
    }

    /// The tokens of people and programs.
    public Tokens tokens() {
        return tokens;
    }

    /// Takes no more requests, ends streams, and leaves what is unfinished so that it goes on when
    /// a server starts again.
    @Override
    public void close() {
        closing.close();
    }
}
