package dev.deft.acp;

import dev.deft.agent.context.ContextUse;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionHistory;
import dev.deft.agent.session.SessionId;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Session;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.engine.choice.AgentChoices;
import dev.deft.json.Json;
import dev.deft.mcp.client.McpServers;
import dev.deft.mcp.client.McpSetup;
import dev.deft.output.TerminalText;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcPeer;
import dev.deft.run.Approver;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;

/// One session of the engine, as a client holds it.
final class AcpSession implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(AcpSession.class.getName());

    private final AgentChoices source;
    private final ClientCapabilities offered;
    private final String id;
    private final Path root;
    private final Workspace workspace;
    private final ClientApprover approver;
    private final SessionUpdates updates;
    private final ClientFiles files;
    private final ToolCallView calls;
    private final AcpCallIds callIds = new AcpCallIds();
    private final AtomicLong messages = new AtomicLong();
    private final Optional<McpServers> servers;
    private final Session session;
    private AgentChoices.Choice choice = AgentChoices.Choice.CONFIGURED;
    private volatile PermissionMode permissions = PermissionMode.ASK;
    private volatile boolean asks;
    private AgentChoices.Chosen chosen;
    private Optional<AgentChoices.Chosen> next = Optional.empty();
    private Optional<Turn> lastTurn = Optional.empty();
    private Usage spent = Usage.NONE;
    private String title = "";

    private AcpSession(
            AgentChoices source,
            RpcPeer client,
            ClientCapabilities offered,
            String id,
            SessionRequest request)
            throws IOException {
        this.source = source;
        this.offered = offered;
        this.id = id;
        this.root = request.root();
        this.approver = new ClientApprover(client, offered, this);
        this.updates = new SessionUpdates(client, id);
        this.files = new ClientFiles(client, offered, id, ClientFiles.TIMEOUT);
        this.chosen = source.choose(root, choice, approver);
        this.asks = asks(chosen);
        this.workspace = source.engine().workspace(root);
        this.servers = servers(request);
        this.session = open(request);
        this.calls = new ToolCallView(root, session::dialect);
        chosen.warnings().forEach(it -> notice("warning", it));
    }

    /// Opens a session, new or recorded.
    ///
    /// @param id its name in the workspace
    static AcpSession open(
            AgentChoices source,
            RpcPeer client,
            ClientCapabilities offered,
            String id,
            SessionRequest request)
            throws IOException {
        return new AcpSession(source, client, offered, id, request);
    }

    /// Connects to the servers that the client names, in the background.
    private Optional<McpServers> servers(SessionRequest request) {
        if (request.servers().isEmpty()) {
            return Optional.empty();
        }
        List<Path> places = new ArrayList<>(request.directories());
        places.addFirst(root);
        return Optional.of(
                McpServers.open(
                        request.servers(),
                        McpSetup.of(root, source.environment())
                                .inDialect(chosen.agent().toolset().dialect())
                                .knowing(places)
                                .telling(it -> notice("warning", it))));
    }

    private Session open(SessionRequest request) throws IOException {
        Model used = chosen.model();
        Thread.ofVirtual().name("warm model").start(used::warm);
        boolean opened = false;
        try {
            SessionBuilder builder =
                    workspace
                            .session()
                            .id(id)
                            .agent(chosen.agent())
                            .approver(approver)
                            .notices(it -> notice("warning", it))
                            .model(used)
                            .editor(files)
                            .awaitingSubAgents()
                            .directories(chosen.directories().toArray(Path[]::new))
                            .directories(request.directories().toArray(Path[]::new));
            servers.ifPresent(builder::tools);
            Session session = builder.open();
            opened = true;
            return session;
        } finally {
            if (!opened) {
                servers.ifPresent(McpServers::close);
                used.close();
                workspace.close();
            }
        }
    }

    String id() {
        return id;
    }

    Path root() {
        return root;
    }

    SessionUpdates updates() {
        return updates;
    }

    ClientFiles files() {
        return files;
    }

    ToolCallView calls() {
        return calls;
    }

    Workspace workspace() {
        return workspace;
    }

    String beginCall(String callId) {
        return callIds.begin(callId);
    }

    String wireId(String callId) {
        return callIds.of(callId);
    }

    String newMessageId() {
        return "msg_" + id + "_" + messages.incrementAndGet();
    }

    /// Sends the recorded conversation.
    void replay() throws IOException {
        SessionHistory history = history();
        spent = history.usage();
        title = history.title();
        new HistoryReplay(updates, calls, callIds::begin).send(history);
        if (!title.isBlank()) {
            updates.send("session_info_update", Json.Obj.EMPTY.with("title", title));
        }
    }

    /// Takes over what was spent, without sending the conversation.
    void resume() throws IOException {
        SessionHistory history = history();
        spent = history.usage();
        title = history.title();
    }

    private SessionHistory history() throws IOException {
        return workspace.sessions().quietHistory(new SessionId(id));
    }

    /// The images in the result of a call.
    List<Json> images(String callId) {
        try {
            List<Json> all = new ArrayList<>();
            for (Entry entry : history().entries()) {
                if (entry.body() instanceof Entry.Result result && result.callId().equals(callId)) {
                    all = HistoryReplay.images(result);
                }
            }
            return all;
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the images of a call are not shown", e);
            return List.of();
        }
    }

    void sendCommands() {
        updates.send(
                "available_commands_update",
                new PromptCommands(workspace, source.environment()).available());
    }

    /// Whether the user is asked about what the rules leave open.
    boolean mayAsk() {
        return asks && permissions != PermissionMode.NEVER;
    }

    private static boolean asks(AgentChoices.Chosen chosen) {
        return !chosen.approver().equals(Approver.HEADLESS);
    }

    void deny(List<String> rules) throws IOException {
        session.deny(rules);
    }

    void callApproved(String callId) {
        current().flatMap(Turn::view).ifPresent(it -> it.approved(callId));
    }

    private Optional<Turn> current() {
        return lastTurn().filter(Turn::isGoing);
    }

    private synchronized Optional<Turn> lastTurn() {
        return lastTurn;
    }

    /// Something that people should know. Clients that do not show notices leave it to the log.
    void notice(String severity, String text) {
        String shown = TerminalText.read(AcpErrors.oneLine(text));
        if (shown.isEmpty()) {
            return;
        }
        if (offered.notices()) {
            updates.send("notice", Json.Obj.EMPTY.with("severity", severity).with("title", shown));
        } else {
            source.note(shown);
        }
    }

    void compacted(String summary) {
        if (offered.compaction()) {
            updates.send(
                    "compaction_update",
                    Json.Obj.EMPTY
                            .with("compactionId", newMessageId())
                            .with("status", "completed")
                            .with("summary", new Json.Arr(List.of(ContentBlocks.text(summary)))));
        }
    }

    /// Counts the tokens of a request, and tells how full the window is.
    void used(Usage usage) {
        spent = spent.plus(usage);
        try {
            ContextUse use = session.context();
            Json.Obj fields =
                    Json.Obj.EMPTY
                            .with("used", Json.Num.of(Math.max(0, use.tokens())))
                            .with("size", Json.Num.of(Math.max(0, use.window())));
            OptionalDouble cost = session.agent().loop().price().apply(spent);
            updates.send(
                    "usage_update",
                    cost.isPresent()
                            ? fields.with(
                                    "cost",
                                    Json.Obj.EMPTY
                                            .with("amount", Json.Num.of(cost.getAsDouble()))
                                            .with("currency", "USD"))
                            : fields);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the use of the window is not known", e);
        }
    }

    synchronized SessionOptions options() throws IOException {
        AgentChoices.Chosen now = next.orElse(chosen);
        List<String> models = new ArrayList<>(source.models(root));
        if (!models.contains(now.modelName())) {
            models.addFirst(now.modelName());
        }
        return new SessionOptions(
                source.agents(root), now.agent().name(), models, now.modelName(), permissions);
    }

    Json.Obj describe() throws IOException {
        SessionOptions options = options();
        return Json.Obj.EMPTY
                .with("modes", options.modes())
                .with("configOptions", options.options());
    }

    /// Chooses an agent.
    void useAgent(String name) throws RpcException, IOException, InterruptedException {
        if (options().agents().stream().noneMatch(it -> it.name().equals(name))) {
            throw RpcException.invalidParams("There is no agent \"%s\".".formatted(name));
        }
        choose(new AgentChoices.Choice(Optional.of(name), choice.model()), permissions);
    }

    void useModel(String name) throws RpcException, IOException, InterruptedException {
        if (!options().models().contains(name)) {
            throw RpcException.invalidParams("There is no model \"%s\".".formatted(name));
        }
        choose(new AgentChoices.Choice(choice.agent(), Optional.of(name)), permissions);
    }

    void usePermissions(String wire) throws RpcException, IOException, InterruptedException {
        PermissionMode mode =
                PermissionMode.find(wire)
                        .orElseThrow(() ->
                                RpcException.invalidParams(
                                        "There is no permission mode \"%s\".".formatted(wire)));
        choose(choice, mode);
    }

    /// During a turn, another agent or model is used from the next one on.
    private synchronized void choose(AgentChoices.Choice wanted, PermissionMode mode)
            throws IOException, InterruptedException {
        AgentChoices.Chosen found = source.choose(root, wanted, approver);
        next.ifPresent(it -> it.model().close());
        next = Optional.of(found);
        choice = wanted;
        permissions = mode;
        if (current().isEmpty()) {
            useNext();
        }
    }

    private synchronized void useNext() throws IOException, InterruptedException {
        if (next.isEmpty()) {
            return;
        }
        AgentChoices.Chosen found = next.get();
        session.use(withMode(found.agent()), found.model());
        chosen.model().close();
        chosen = found;
        asks = asks(found);
        next = Optional.empty();
    }

    private AgentSpec withMode(AgentSpec agent) {
        AgentSpec widened = agent.rules(permissions.rules());
        return agent.successor().isPresent()
                ? widened.afterPlan(withMode(agent.successor().get()))
                : widened;
    }

    /// A prompt has arrived; nothing that follows on the connection is earlier than it.
    ///
    /// @return its turn; empty while another one is going
    synchronized Optional<Turn> promptArrived() {
        if (lastTurn.filter(Turn::isWanted).isPresent()) {
            return Optional.empty();
        }
        lastTurn = Optional.of(new Turn(lastTurn));
        return lastTurn;
    }

    void cancel() {
        current()
                .ifPresent(it -> {
                    it.cancel();
                    session.interrupt();
                });
    }

    /// Answers a prompt.
    ///
    /// @param own its turn
    Json prompt(Turn own, AcpParams params) throws RpcException, IOException, InterruptedException {
        try {
            PromptContent prompt = PromptContent.of(params);
            return own.begin() ? run(own, prompt) : TurnEnd.CANCELLED;
        } finally {
            own.end();
            boolean _ = Thread.interrupted();
        }
    }

    private Json run(Turn own, PromptContent prompt)
            throws RpcException, IOException, InterruptedException {
        try (var view = new TurnView(this, System::nanoTime)) {
            own.show(view);
            useNext();
            return new TurnEnd(this, session, own)
                    .after(
                            prompt,
                            new PromptCommands(workspace, source.environment()),
                            approver,
                            view);
        } catch (InterruptedException e) {
            if (own.isCancelled()) {
                return TurnEnd.CANCELLED;
            }
            throw e;
        }
    }

    /// Tells what changed beside the conversation: the title, and the agent after an approved plan.
    void tellChanges() throws IOException {
        SessionHistory history = history();
        String named = history.title();
        Json.Obj info = Json.Obj.EMPTY.with("updatedAt", Instant.now().toString());
        updates.send(
                "session_info_update",
                named.isBlank() || named.equals(title) ? info : info.with("title", named));
        title = named;
        String agent = session.agent().name();
        if (!agent.equals(chosen.agent().name())) {
            followAgent(agent);
        }
    }

    private synchronized void followAgent(String agent) throws IOException {
        choice = new AgentChoices.Choice(Optional.of(agent), choice.model());
        chosen =
                new AgentChoices.Chosen(
                        session.agent(),
                        chosen.model(),
                        chosen.modelName(),
                        chosen.approver(),
                        chosen.directories(),
                        List.of());
        updates.send("current_mode_update", Json.Obj.EMPTY.with("currentModeId", agent));
        updates.send(
                "config_option_update", Json.Obj.EMPTY.with("configOptions", options().options()));
    }

    /// The last answer of the model to the last message.
    Optional<Entry.Assistant> lastAnswer() throws IOException {
        Optional<Entry.Assistant> last = Optional.empty();
        for (Entry it : history().branch()) {
            if (it.body() instanceof Entry.User) {
                last = Optional.empty();
            }
            if (it.body() instanceof Entry.Assistant said) {
                last = Optional.of(said);
            }
        }
        return last;
    }

    /// Cancels the turn and ends the session; it can be loaded again. The turn is answered before
    /// this returns, so that nothing of it follows what the client gets next.
    @Override
    public void close() throws IOException {
        cancel();
        try (var _ = workspace;
                var _ = chosen.model();
                Closeable _ = () -> servers.ifPresent(McpServers::close);
                var _ = session) {
            next.ifPresent(it -> it.model().close());
        } finally {
            lastTurn().ifPresent(Turn::awaitAnswer);
        }
    }
}
