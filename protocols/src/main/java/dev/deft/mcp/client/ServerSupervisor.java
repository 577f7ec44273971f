package dev.deft.mcp.client;

import dev.deft.agent.config.McpServer;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.mcp.client.session.McpSession;
import dev.deft.mcp.client.session.RevisionNegotiation;
import dev.deft.mcp.oauth.RequestAuthorization;
import dev.deft.output.TerminalText;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Keeps one server connected: connects in the background, lists its tools, and connects again
/// after it was lost.
final class ServerSupervisor implements AutoCloseable {

    /// Before each further attempt; the last one is repeated.
    private static final List<Duration> DELAYS =
            List.of(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(15),
                    Duration.ofSeconds(60));

    /// A connection that lasted this long starts the delays anew.
    private static final Duration LASTING = Duration.ofSeconds(60);

    /// A server may tell of changes as often as it likes; it is not asked more often.
    private static final Duration BETWEEN_LISTS = Duration.ofMillis(500);

    private static final int LONGEST_WORDS = 400;

    private final McpServer server;
    private final McpSetup setup;
    private final ServerInputs inputs;
    private final ServerChannels channels;
    private final Runnable changed;
    private final Set<String> told = new HashSet<>();
    private Optional<McpSession> session = Optional.empty();
    private List<ListedTool> tools = List.of();
    private ServerState state = new ServerState.Connecting();
    private final Thread worker;
    private boolean stale;
    private boolean hurried;
    private boolean tried;
    private boolean closed;

    /// @param changed is called after each change of the tools
    ServerSupervisor(McpServer server, McpSetup setup, Runnable changed) {
        this.server = server;
        this.setup = setup;
        this.changed = changed;
        this.inputs = new ServerInputs(server.name(), setup.directories());
        this.channels =
                new ServerChannels(
                        server,
                        setup,
                        switch (server) {
                            case McpServer.Remote remote -> setup.authorization().apply(remote);
                            case McpServer.Program _ -> RequestAuthorization.NONE;
                        });
        this.worker = Thread.ofVirtual().name("mcp-" + server.name()).unstarted(this::keep);
    }

    void start() {
        worker.start();
    }

    McpServer server() {
        return server;
    }

    String name() {
        return server.name();
    }

    ServerInputs inputs() {
        return inputs;
    }

    synchronized List<ListedTool> tools() {
        return tools;
    }

    synchronized ServerState state() {
        return state;
    }

    private void keep() {
        int failures = 0;
        try {
            while (!isClosed()) {
                long begun = System.nanoTime();
                serve();
                boolean lasted = System.nanoTime() - begun > LASTING.toNanos();
                failures = lasted ? 1 : failures + 1;
                pause(DELAYS.get(Math.min(failures, DELAYS.size()) - 1));
            }
        } catch (InterruptedException _) {
            // The supervisor closes.
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /// Waits before the next attempt; a call that needs the server ends the wait after a second.
    private synchronized void pause(Duration delay) throws InterruptedException {
        long end = System.nanoTime() + delay.toNanos();
        long soon = System.nanoTime() + DELAYS.getFirst().toNanos();
        hurried = false;
        while (!closed) {
            long rest = (hurried ? soon : end) - System.nanoTime();
            if (rest <= 0) {
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(rest, 1_000_000));
        }
    }

    /// Connects, and stays until the connection is lost.
    private void serve() throws InterruptedException {
        Optional<McpSession> opened = Optional.empty();
        try {
            McpSession fresh =
                    new RevisionNegotiation(
                                    channels,
                                    setup.profile(),
                                    setup.assumed(),
                                    setup.connectTimeout(),
                                    new Idle())
                            .open();
            opened = Optional.of(fresh);
            List<ListedTool> listed = list(fresh);
            connected(fresh, listed);
            try (var _ = new ChangeSubscription(fresh, new Idle())) {
                stay(fresh);
            }
            broken("The MCP server %s ended.%s".formatted(name(), words(fresh.lastWords())));
        } catch (RpcException | IOException e) {
            String words = opened.map(McpSession::lastWords).orElse("");
            broken(
                    "The MCP server %s cannot be used: %s%s"
                            .formatted(name(), said(e), words(words)));
        } catch (RuntimeException e) {
            System.getLogger(ServerSupervisor.class.getName())
                    .log(System.Logger.Level.ERROR, "a server confused us", e);
            broken("The MCP server %s cannot be used.".formatted(name()));
        } finally {
            opened.ifPresent(ServerSupervisor::closeCalmly);
        }
    }

    /// Closes a session on a thread that nobody interrupts: a server may need a moment to end.
    private static void closeCalmly(McpSession session) {
        Thread closing = Thread.ofVirtual().name("mcp-close").start(session::close);
        boolean interrupted = false;
        while (closing.isAlive()) {
            try {
                closing.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static String said(Exception e) {
        // Java says nothing where nobody listens at an address.
        String message = e.getMessage() == null ? "nothing answers there" : e.getMessage();
        return TerminalText.line(message, LONGEST_WORDS);
    }

    private static String words(String last) {
        List<String> lines = last.lines().filter(it -> !it.isBlank()).toList();
        return lines.isEmpty()
                ? ""
                : " It said: " + TerminalText.line(lines.getLast(), LONGEST_WORDS);
    }

    private List<ListedTool> list(McpSession from)
            throws RpcException, IOException, InterruptedException {
        List<ListedTool> usable = new ArrayList<>();
        if (!from.facts().offers("tools")) {
            return usable;
        }
        for (Json.Obj entry :
                from.list("tools/list", "tools", setup.connectTimeout(), new Idle())) {
            try {
                usable.add(ListedTool.of(entry, channels.isHttp()));
            } catch (IllegalArgumentException e) {
                tell(
                        "The tool %s of the MCP server %s is left out: %s."
                                .formatted(
                                        TerminalText.decide(
                                                TerminalText.cut(
                                                        entry.text("name").orElse("?"), 80)),
                                        name(),
                                        e.getMessage()));
            }
        }
        return usable;
    }

    /// Tells the user something once.
    void tell(String notice) {
        boolean news;
        synchronized (this) {
            news = told.size() < 1_000 && told.add(notice);
        }
        if (news) {
            setup.notices().accept(notice);
        }
    }

    private void connected(McpSession fresh, List<ListedTool> listed) {
        synchronized (this) {
            session = Optional.of(fresh);
            stale = false;
            use(fresh, listed);
        }
        changed.run();
        tried();
    }

    /// The first attempt has ended: its tools are known to everybody, or the user was told why not.
    private synchronized void tried() {
        tried = true;
        notifyAll();
    }

    private synchronized void use(McpSession from, List<ListedTool> listed) {
        tools = List.copyOf(listed);
        state =
                new ServerState.Connected(
                        from.revision(),
                        from.facts(),
                        listed.stream().map(ListedTool::name).toList());
        notifyAll();
    }

    private void broken(String why) {
        boolean wanted;
        synchronized (this) {
            session = Optional.empty();
            state = new ServerState.Broken(why);
            wanted = !closed;
            notifyAll();
        }
        if (wanted) {
            tell(why);
        }
        tried();
    }

    /// Waits until the connection is lost, and lists the tools again whenever they changed.
    private void stay(McpSession current) throws RpcException, IOException, InterruptedException {
        while (awaitChange(current)) {
            relist(current);
            TimeUnit.MILLISECONDS.sleep(BETWEEN_LISTS.toMillis());
        }
    }

    /// @return false if the connection is lost
    private synchronized boolean awaitChange(McpSession current) throws InterruptedException {
        while (!closed && !stale && current.isOpen() && session.isPresent()) {
            wait();
        }
        boolean alive = !closed && current.isOpen() && session.isPresent();
        stale = false;
        return alive;
    }

    private void relist(McpSession current) throws RpcException, IOException, InterruptedException {
        List<ListedTool> listed = list(current);
        if (!listed.equals(tools())) {
            use(current, listed);
            changed.run();
        }
    }

    /// Lists the tools again now, for a call that was refused because its tool has changed.
    Optional<ListedTool> refreshed(McpSession current, String tool)
            throws RpcException, IOException, InterruptedException {
        relist(current);
        return tools().stream().filter(it -> it.name().equals(tool)).findFirst();
    }

    /// The session, which is waited for while it is being opened.
    ///
    /// @throws HostException if the server cannot be used
    McpSession session(Duration most) throws HostException, InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        synchronized (this) {
            hurried = true;
            notifyAll();
            while (session.isEmpty() && !closed) {
                long rest = end - System.nanoTime();
                if (rest <= 0 || state instanceof ServerState.Broken) {
                    throw new HostException(ErrorCode.UNAVAILABLE, obstacle());
                }
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(rest, 1_000_000));
            }
            return session.orElseThrow(() -> new HostException(ErrorCode.UNAVAILABLE, obstacle()));
        }
    }

    private String obstacle() {
        return switch (state) {
            case ServerState.Broken(String why) -> why + " It is tried again; call again later.";
            case ServerState.Connecting _, ServerState.Connected _ ->
                    "The MCP server %s does not answer yet; call again later.".formatted(name());
        };
    }

    /// Waits for another session than one that was lost.
    Optional<McpSession> nextSession(McpSession lost, Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        synchronized (this) {
            while (!closed && (session.isEmpty() || session.get() == lost)) {
                long rest = end - System.nanoTime();
                if (rest <= 0) {
                    return Optional.empty();
                }
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(rest, 1_000_000));
            }
            return session;
        }
    }

    /// Reports that a session does not work any more.
    synchronized void lost(McpSession broken) {
        if (session.isPresent() && session.get() == broken) {
            session = Optional.empty();
            notifyAll();
        }
    }

    /// Connects again, now.
    synchronized void reconnect() {
        session = Optional.empty();
        state = new ServerState.Connecting();
        tried = false;
        hurried = true;
        notifyAll();
    }

    /// Waits until the first attempt to connect has ended, in either way.
    synchronized void awaitFirst(Duration most) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        while (!tried && !closed) {
            long rest = end - System.nanoTime();
            if (rest <= 0) {
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(rest, 1_000_000));
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        worker.interrupt();
        try {
            worker.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void wake() {
        notifyAll();
    }

    private synchronized void markStale() {
        stale = true;
        notifyAll();
    }

    /// Takes what belongs to no call.
    private final class Idle implements RpcHandler {

        @Override
        public Json answer(RpcCall call) throws RpcException, IOException, InterruptedException {
            return inputs.answer(call, Optional.empty());
        }

        @Override
        public void notified(String method, Json.Obj params) {
            if (method.equals("notifications/tools/list_changed")) {
                markStale();
            }
        }

        @Override
        public void closed() {
            wake();
        }
    }
}
