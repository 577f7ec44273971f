package dev.deft.app.cli.run;

import dev.deft.agent.loop.AnswerSchema;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ReasoningSettings;
import dev.deft.agent.session.SessionId;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.OptionGroup;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.SessionPicks;
import dev.deft.app.cli.command.UsageException;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.ConfiguredAgent;
import dev.deft.engine.Engine;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.policy.Policy;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleLint;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Combines the options of a command that runs an agent with the configuration.
///
/// A front end offers the options of [#shared] and asks in this order: [#check] before anything is
/// read, [#requireSound] once there is an engine, [#session] for the session to continue, and
/// [#setup] for the agent, its model and who is asked. Models that agents name are opened by
/// [ModelsByName] from [#model].
public final class RunOptions {

    /// How often one run may restart.
    public static final int MOST_RESTARTS = 3;

    public static final CommandOption MODEL =
            CommandOption.taking("--model", "NAME", "provider/name, such as openai/gpt-5.1")
                    .or("-m");
    static final CommandOption FALLBACK =
            CommandOption.taking(
                    "--fallback-model",
                    "NAMES",
                    "models that take over when the model gives no answer, separated by commas");
    static final CommandOption EFFORT =
            CommandOption.taking(
                    "--effort",
                    "LEVEL",
                    "how much the model reasons: none, minimal, low, medium, high, xhigh or max");
    public static final CommandOption CONTINUE =
            CommandOption.flag("--continue", "continue the latest session of this workspace")
                    .or("-c");
    public static final CommandOption SESSION =
            CommandOption.taking(
                    "--session",
                    "ID",
                    "continue a session (its id, a prefix, or last), or start one with this"
                            + " id");
    public static final CommandOption RESUME =
            CommandOption.taking("--resume", "ID", "continue a session that exists").or("-r");
    static final CommandOption HEADLESS =
            CommandOption.flag("--headless", "never ask, even at a terminal").or("-p", "--print");
    public static final CommandOption POLICY =
            CommandOption.taking(
                    "--policy",
                    "FILE",
                    "permissions as JSON; what it leaves out comes from the agent, which may only"
                            + " look");
    public static final CommandOption AGENT =
            CommandOption.taking(
                    "--agent", "NAME", "which agent (default: " + DefaultAgent.NAME + ")");

    private final ParsedArguments arguments;
    private final Console console;
    private final Optional<SlashPrompt> slash;
    private final LimitOptions limits;
    private final PromptOptions prompt;

    /// The options of a command line whose prompt calls no slash command.
    public RunOptions(ParsedArguments arguments, Console console) {
        this(arguments, console, Optional.empty());
    }

    RunOptions(ParsedArguments arguments, Console console, Optional<SlashPrompt> slash) {
        this.arguments = arguments;
        this.console = console;
        this.slash = slash;
        this.limits = new LimitOptions(arguments);
        this.prompt = new PromptOptions(arguments, console);
    }

    /// The options that every front end of an agent has, in groups for the help.
    public static List<OptionGroup> shared() {
        return List.of(
                new OptionGroup("Session", List.of(CONTINUE, RESUME, SESSION)),
                new OptionGroup(
                        "Model and agent",
                        List.of(
                                MODEL,
                                FALLBACK,
                                EFFORT,
                                AGENT,
                                PromptOptions.APPEND,
                                PromptOptions.APPEND_FILE,
                                Options.DIALECT,
                                Options.COLLECTION)),
                new OptionGroup(
                        "Permissions",
                        List.of(
                                AllowOptions.YES_EDITS,
                                AllowOptions.ALLOW,
                                Options.ADD_DIR,
                                POLICY)),
                new OptionGroup("Limits", LimitOptions.ALL));
    }

    /// Checks the command line before anything else is read.
    ///
    /// @throws UsageException if an option has an invalid value, or two exclude each other
    public void check() throws UsageException {
        List<String> sessions =
                List.of(CONTINUE, RESUME, SESSION).stream()
                        .map(CommandOption::name)
                        .filter(arguments::has)
                        .toList();
        if (sessions.size() > 1) {
            throw new UsageException(
                    "%s and %s exclude each other".formatted(sessions.get(0), sessions.get(1)));
        }
        Optional<String> effort = arguments.value(EFFORT.name());
        if (effort.isPresent() && ReasoningSettings.Effort.of(effort.get()).isEmpty()) {
            throw new UsageException(
                    "--effort is none, minimal, low, medium, high, xhigh or max, not \"%s\""
                            .formatted(effort.get()));
        }
        limits.check();
        Optional<String> _ = prompt.appended();
        Optional<AnswerSchema> _ = prompt.schema();
        List<Rule> _ = AllowOptions.rules(arguments);
        String dialect = arguments.value(Options.DIALECT.name()).orElse(Dialects.DEFAULT);
        if (!Dialects.NAMES.contains(dialect)) {
            throw new UsageException(
                    "there is no dialect \"%s\"; the dialects are %s"
                            .formatted(dialect, String.join(", ", Dialects.NAMES)));
        }
    }

    /// The model, the agent and the approver of the run.
    ///
    /// @param conversation whether a person is at the terminal, who is asked unless configured
    ///   otherwise
    /// @param person who is asked
    /// @throws UsageException if the options do not fit the configuration
    /// @throws IOException if the configuration cannot be read, or a key is missing
    public RunSetup setup(boolean conversation, Supplier<Approver> person)
            throws UsageException, IOException {
        Path root = Options.root(arguments, console);
        var requested =
                new ConfiguredAgent.Overrides(
                        arguments.value(Options.DIALECT.name()).orElse(Dialects.DEFAULT),
                        arguments.value(Options.COLLECTION.name()),
                        policy(),
                        arguments.value(MODEL.name()).or(() -> slash.flatMap(SlashPrompt::model)),
                        arguments.value(AGENT.name()).or(() -> slash.flatMap(SlashPrompt::agent)));
        ConfiguredAgent configured = configured(root, requested);
        Policy policy = configured.agent().grants().policy();
        boolean asksNobody =
                arguments.has(HEADLESS.name()) || policy.headless().orElse(!conversation);
        AgentSpec agent = adjusted(configured.agent(), configured.priced());
        List<String> warnings = new ArrayList<>(configured.warnings());
        slash.flatMap(SlashPrompt::warning).ifPresent(warnings::add);
        warnings.addAll(LimitOptions.warnings(agent.loop(), configured.model()));
        return new RunSetup(
                configured.model(),
                configured.fallbacks(),
                agent,
                asksNobody ? Approver.HEADLESS : person.get(),
                configured.directories(),
                warnings);
    }

    private ConfiguredAgent configured(Path root, ConfiguredAgent.Overrides requested)
            throws UsageException, IOException {
        try {
            return ConfiguredAgent.read(root, environment(), requested);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /// How a model is reached that an agent or a user names, such as `openai/gpt-5.1`.
    ///
    /// @throws IOException if it is not configured, or its key is missing
    public ModelSettings model(String name) throws IOException {
        try {
            return ConfiguredAgent.read(
                            Options.root(arguments, console),
                            console.environment(),
                            new ConfiguredAgent.Overrides(
                                    Dialects.DEFAULT,
                                    Optional.empty(),
                                    policy(),
                                    Optional.of(name)))
                    .model();
        } catch (UsageException | IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /// Adds what the command line says, also to the agent that carries out a plan.
    private AgentSpec adjusted(AgentSpec agent, boolean priced) throws UsageException {
        LoopSettings loop = limits.over(agent.loop(), priced).answering(prompt.schema());
        AgentSpec limited = agent.rules(AllowOptions.rules(arguments)).loop(loop);
        AgentSpec adjusted = prompt.appended().map(limited::appendPrompt).orElse(limited);
        return agent.successor().isPresent()
                ? adjusted.afterPlan(adjusted(agent.successor().get(), priced))
                : adjusted;
    }

    /// The variables, over which the options of the same settings stand.
    private Map<String, String> environment() {
        Map<String, String> all = new HashMap<>(console.environment());
        arguments.value(FALLBACK.name()).ifPresent(it -> all.put("DEFT_FALLBACK_MODEL", it));
        arguments.value(EFFORT.name()).ifPresent(it -> all.put("DEFT_REASONING", it));
        return all;
    }

    /// The policy of `--policy`.
    private Optional<Policy> policy() throws UsageException {
        return arguments.has(POLICY.name())
                ? Optional.of(Options.policy(arguments, console))
                : Optional.empty();
    }

    /// The session to continue or to start under a name; empty for a new one.
    ///
    /// @throws UsageException if there is no such session
    public Optional<SessionId> session(Workspace workspace) throws UsageException, IOException {
        Optional<String> resumed = arguments.value(RESUME.name());
        if (resumed.isPresent()) {
            return Optional.of(SessionPicks.existing(resumed.get(), workspace, console));
        }
        Optional<String> given =
                arguments.has(CONTINUE.name())
                        ? Optional.of(SessionPicks.LAST)
                        : arguments.value(SESSION.name());
        return given.isEmpty()
                ? Optional.empty()
                : Optional.of(SessionPicks.forRun(given.get(), workspace, console));
    }

    /// Rejects rules that can never apply.
    ///
    /// @throws UsageException with the first such rule
    public void requireSound(Engine engine) throws UsageException {
        if (arguments.has(POLICY.name())) {
            Options.requireSound(arguments, Options.policy(arguments, console), engine);
        }
        List<Rule> allowed = AllowOptions.rules(arguments);
        Optional<RuleLint.Mistake> mistake =
                allowed.isEmpty()
                        ? Optional.empty()
                        : Options.mistakes(engine).of(allowed).stream().findFirst();
        if (mistake.isPresent()) {
            throw new UsageException("--allow: " + mistake.get().message());
        }
    }

    /// Grants the configured directories and those of `--add-dir`.
    public void directories(RunSetup chosen, SessionBuilder session) throws UsageException {
        session.directories(chosen.directories().toArray(Path[]::new));
        Options.directories(arguments, console, session::directories);
    }

    /// What the options and the configuration amount to.
    ///
    /// @param model that answers
    /// @param fallbacks the models that take over from it
    /// @param agent with the rules and limits of the command line
    /// @param approver who is asked
    /// @param directories where it may work outside the workspace
    /// @param warnings one line each, for people
    public record RunSetup(
            ModelSettings model,
            List<ConfiguredAgent.Fallback> fallbacks,
            AgentSpec agent,
            Approver approver,
            List<Path> directories,
            List<String> warnings) {

        public RunSetup {
            fallbacks = List.copyOf(fallbacks);
            directories = List.copyOf(directories);
            warnings = List.copyOf(warnings);
        }
    }
}
