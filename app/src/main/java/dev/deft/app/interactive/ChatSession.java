package dev.deft.app.interactive;

import dev.deft.agent.command.CommandException;
import dev.deft.agent.command.SlashCommand;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.model.Model;
import dev.deft.agent.model.Part;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.app.cli.run.ConfiguredModels;
import dev.deft.app.cli.run.ModelsByName;
import dev.deft.app.cli.run.RunOptions;
import dev.deft.engine.command.SessionSources;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Path;
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
    private final ModelsByName models;
    private final Engine engine;
    private final Workspace workspace;
    private ParsedArguments arguments;
    private RunOptions.RunSetup setup;
    private Model model;
    private Session session;

    private ChatSession(
            ParsedArguments arguments, Console console, Approver approver, Consumer<String> notices)
            throws UsageException, IOException {
        this.arguments = arguments;
        this.console = console;
        this.approver = approver;
        this.notices = notices;
        RunOptions options = options(arguments);
        options.check();
        this.setup = options.setup(true, () -> approver);
        this.models = new ModelsByName(options::model);
        this.engine =
                Engine.builder()
                        .models(models)
                        .environment(console.environment())
                        .plugins()
                        .programs()
                        .notices(notices)
                        .build();
        this.workspace = engine.workspace(Options.root(arguments, console));
        options.requireSound(engine);
        setup.warnings().forEach(notices);
        this.model = ConfiguredModels.of(setup.model(), setup.fallbacks());
        this.session = opened(options.session(workspace).map(it -> it.value()));
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

    private Session opened(Optional<String> id) throws UsageException, IOException {
        Model used = model;
        Thread.ofVirtual().name("warm model").start(used::warm);
        SessionBuilder builder =
                workspace
                        .session()
                        .agent(setup.agent())
                        .approver(setup.approver())
                        .notices(notices)
                        .model(used);
        options(arguments).directories(setup, builder);
        id.ifPresent(builder::id);
        return builder.open();
    }

    Workspace workspace() {
        return workspace;
    }

    Session session() {
        return session;
    }

    String agentName() {
        return session.agent().name();
    }

    /// Such as `anthropic/claude-opus-4-5`.
    String modelName() {
        return setup.model().wire() + "/" + setup.model().model();
    }

    Engine engine() {
        return engine;
    }

    /// Where the user's prompts of this workspace are kept.
    static Path history(Path root, Console console) {
        return dev.deft.policy.ProjectRules.directory(
                        UserDirectories.from(console.environment()).data(), root)
                .resolve("history.jsonl");
    }

    /// Closes the session and opens another one, or a new one.
    void replace(Optional<String> id) throws UsageException, IOException {
        session.close();
        session = opened(id);
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
        Model before = model;
        Model after = ConfiguredModels.of(chosen.model(), chosen.fallbacks());
        session.use(chosen.agent(), after);
        model = after;
        setup = chosen;
        arguments = next;
        chosen.warnings().forEach(notices);
        before.close();
    }

    /// The content of the files that a message names.
    List<Part> mentioned(Set<String> paths) throws IOException {
        if (paths.isEmpty()) {
            return List.of();
        }
        try (Session reading = reading()) {
            return Mentions.read(paths, reading);
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
        AgentSpec agent = session.agent();
        return workspace
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
        try (var _ = engine;
                var _ = workspace;
                var _ = models;
                Model _ = model) {
            session.close();
        }
    }
}
