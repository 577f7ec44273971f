package dev.deft.app.interactive;

import dev.deft.agent.command.CommandException;
import dev.deft.agent.command.SlashCommand;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.loop.RunEvent;
import dev.deft.agent.loop.RunOutcome;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.run.ConfiguredModels;
import dev.deft.app.cli.run.ModelsByName;
import dev.deft.app.cli.run.RunOptions;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.engine.command.SessionSources;
import dev.deft.mcp.client.ConfiguredTools;
import dev.deft.mcp.client.McpServers;
import dev.deft.run.Approver;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// The engine, the workspace, the model and the session behind a conversation. The session can be
/// replaced by another one, and so can its agent and model.
final class ChatSession implements AutoCloseable {

    private final Console console;
    private final Approver approver;
    private final Consumer<String> notices;
    private ParsedArguments arguments;
    private volatile Opened opened;
    private volatile Consumer<McpServers> watcher = _ -> {};

    /// What belongs together and is opened anew after a restart.
    ///
    /// @param tools of the MCP servers
    private record Opened(
            ModelsByName models,
            ConfiguredTools tools,
            Engine engine,
            Workspace workspace,
            RunOptions.RunSetup setup,
            Model model,
            Session session)
            implements AutoCloseable {

        Opened with(RunOptions.RunSetup chosen, Model other, Session next) {
            return new Opened(models, tools, engine, workspace, chosen, other, next);
        }

        @Override
        public void close() throws IOException {
            try (var _ = engine;
                    var _ = workspace;
                    var _ = models;
                    Model _ = model) {
                session.close();
            }
        }
    }

    private ChatSession(
            ParsedArguments arguments, Console console, Approver approver, Consumer<String> notices)
            throws UsageException, IOException {
        this.arguments = arguments;
        this.console = console;
        this.approver = approver;
        this.notices = notices;
        RunOptions options = options(arguments);
        options.check();
        RunOptions.RunSetup setup = options.setup(true, () -> approver);
        this.opened = opened(setup, Optional.empty(), RunOptions.MOST_RESTARTS);
    }

    /// Opens everything.
    ///
    /// @param id of the session; empty for what the command line says
    /// @param restarts how many the agent has left
    private Opened opened(RunOptions.RunSetup setup, Optional<String> id, int restarts)
            throws UsageException, IOException {
        RunOptions options = options(arguments);
        var models = new ModelsByName(options::model);
        var tools = ConfiguredTools.atOnce();
        Engine engine =
                Engine.builder()
                        .models(models)
                        .environment(console.environment())
                        .plugins()
                        .programs()
                        .workspaceTools(tools)
                        .notices(notices)
                        .build();
        Workspace workspace = engine.workspace(Options.root(arguments, console));
        options.requireSound(engine);
        setup.warnings().forEach(notices);
        Model model = ConfiguredModels.of(setup.model(), setup.fallbacks());
        Optional<String> wanted =
                id.isPresent() ? id : options.session(workspace).map(it -> it.value());
        return new Opened(
                models,
                tools,
                engine,
                workspace,
                setup,
                model,
                session(workspace, setup, model, wanted, restarts));
    }

    /// Opens what the command line says.
    ///
    /// @param notices gets sentences for the user, on any thread
    static ChatSession open(
            ParsedArguments arguments, Console console, Approver approver, Consumer<String> notices)
            throws UsageException, IOException {
        return new ChatSession(arguments, console, approver, notices);
    }

    private RunOptions options(ParsedArguments given) {
        return new RunOptions(given, console);
    }

    private Session session(
            Workspace workspace,
            RunOptions.RunSetup setup,
            Model model,
            Optional<String> id,
            int restarts)
            throws UsageException, IOException {
        Thread.ofVirtual().name("warm model").start(model::warm);
        SessionBuilder builder =
                workspace
                        .session()
                        .agent(setup.agent())
                        .approver(setup.approver())
                        .notices(notices)
                        .restarts(restarts)
                        .model(model);
        options(arguments).directories(setup, builder);
        id.ifPresent(builder::id);
        return builder.open();
    }

    Workspace workspace() {
        return opened.workspace();
    }

    Session session() {
        return opened.session();
    }

    String agentName() {
        return session().agent().name();
    }

    /// The MCP servers of the workspace; empty if there are none.
    Optional<McpServers> servers() {
        return opened.tools().servers();
    }

    /// Tells of the servers, now and after each restart.
    void onServers(Consumer<McpServers> listener) {
        watcher = listener;
        servers().ifPresent(listener);
    }

    /// Runs a turn. An agent that restarts goes on in the same session, with its settings and
    /// servers read again; the terminal stays.
    RunOutcome run(Message.User message, Consumer<RunEvent> events) throws IOException {
        RunOutcome outcome = session().run(message, events);
        for (int count = 1; outcome.status() == RunOutcome.Status.RESTART; count++) {
            restart(RunOptions.MOST_RESTARTS - count);
            outcome = session().resume(outcome, events);
        }
        return outcome;
    }

    private void restart(int left) throws IOException {
        try {
            RunOptions.RunSetup again = options(arguments).setup(true, () -> approver);
            String id = session().id();
            opened.close();
            opened = opened(again, Optional.of(id), left);
            servers().ifPresent(watcher);
        } catch (UsageException e) {
            throw new IOException("The agent cannot restart: " + e.getMessage(), e);
        }
    }

    /// Such as `anthropic/claude-opus-4-5`.
    String modelName() {
        return opened.setup().model().wire() + "/" + opened.setup().model().model();
    }

    Engine engine() {
        return opened.engine();
    }

    /// Where the user's prompts of this workspace are kept.
    static Path history(Path root, Console console) {
        return dev.deft.policy.ProjectRules.directory(
                        UserDirectories.from(console.environment()).data(), root)
                .resolve("history.jsonl");
    }

    /// Closes the session and opens another one, or a new one.
    void replace(Optional<String> id) throws UsageException, IOException {
        Opened before = opened;
        before.session().close();
        opened =
                before.with(
                        before.setup(),
                        before.model(),
                        session(
                                before.workspace(),
                                before.setup(),
                                before.model(),
                                id,
                                RunOptions.MOST_RESTARTS));
    }

    /// Uses another agent from the next turn on.
    void useAgent(String name) throws UsageException, IOException, InterruptedException {
        change(arguments.with("--agent", name));
    }

    /// Uses another model from the next turn on.
    void useModel(String name) throws UsageException, IOException, InterruptedException {
        change(arguments.with("--model", name));
    }

    private void change(ParsedArguments next)
            throws UsageException, IOException, InterruptedException {
        RunOptions.RunSetup chosen = options(next).setup(true, () -> approver);
        Opened before = opened;
        Model after = ConfiguredModels.of(chosen.model(), chosen.fallbacks());
        before.session().use(chosen.agent(), after);
        opened = before.with(chosen, after, before.session());
        arguments = next;
        chosen.warnings().forEach(notices);
        before.model().close();
    }

    /// The content of the files and of the resources of servers that a message names.
    List<Part> mentioned(String text) throws IOException {
        Set<String> paths = new LinkedHashSet<>(Mentions.in(text));
        List<Part> parts = new ArrayList<>();
        Optional<McpServers> servers = servers();
        if (servers.isPresent()) {
            for (ServerOffers.Mention it : ServerOffers.mentioned(text, servers.get())) {
                paths.remove(it.server());
                parts.addAll(resource(it, servers.get()));
            }
        }
        if (!paths.isEmpty()) {
            try (Session reading = reading()) {
                parts.addAll(Mentions.read(paths, reading));
            }
        }
        return parts;
    }

    /// A resource that cannot be read is told of, and the message sent without it.
    private List<Part> resource(ServerOffers.Mention mention, McpServers servers)
            throws IOException {
        try {
            return ServerOffers.read(mention, servers);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        } catch (IOException e) {
            notices.accept(
                    "@%s:%s is not attached: %s"
                            .formatted(mention.server(), mention.uri(), e.getMessage()));
            return List.of();
        }
    }

    /// What a slash command of the user or the project becomes. Its files and programs are calls
    /// with the rights of the session.
    List<Part> expanded(SlashCommand command, String given)
            throws CommandException, IOException, InterruptedException {
        try (Session reading = reading()) {
            return command.expand(given, new SessionSources(reading, command.name())).parts();
        }
    }

    /// A session without a log, in the default dialect.
    private Session reading() throws IOException {
        AgentSpec agent = session().agent();
        return workspace()
                .session()
                .agent(
                        agent.toolset(
                                new AgentSpec.Toolset(
                                        agent.toolset().ids(), Dialects.DEFAULT, Optional.empty())))
                .approver(approver)
                .open();
    }

    @Override
    public void close() throws IOException {
        opened.close();
    }
}
