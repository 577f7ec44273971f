package dev.deft.app.cli.run;

import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ReasoningSettings;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.SessionId;
import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.Console;
import dev.deft.app.cli.command.Options;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.SessionPicks;
import dev.deft.app.cli.command.UsageException;
import dev.deft.dialect.Dialects;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.ConfiguredAgent;
import dev.deft.engine.DefaultAgent;
import dev.deft.engine.Engine;
import dev.deft.engine.SessionBuilder;
import dev.deft.engine.Workspace;
import dev.deft.policy.BudgetLimits;
import dev.deft.policy.Policy;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleLint;
import dev.deft.policy.Scope;
import dev.deft.run.Approver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// Combines the options of `deft run` with the configuration.
public final class RunOptions {

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
    static final CommandOption CONTINUE =
            CommandOption.flag("--continue", "continue the latest session of this workspace")
                    .or("-c");
    static final CommandOption SESSION =
            CommandOption.taking(
                            "--session",
                            "ID",
                            "continue a session (its id, a prefix, or last), or start one with this"
                                    + " id")
                    .or("-r", "--resume");
    static final CommandOption HEADLESS =
            CommandOption.flag("--headless", "never ask, even at a terminal").or("-p", "--print");
    public static final CommandOption POLICY =
            CommandOption.taking(
                    "--policy",
                    "FILE",
                    "permissions as JSON; what it leaves out comes from the agent, which may only"
                            + " look");
    static final CommandOption AGENT =
            CommandOption.taking(
                    "--agent", "NAME", "which agent (default: " + DefaultAgent.NAME + ")");
    public static final CommandOption ALLOW =
            CommandOption.often(
                    "--allow", "RULE", "allow this without asking, such as \"bash npm test *\"");
    public static final CommandOption YES_EDITS =
            CommandOption.flag("--yes-edits", "allow file changes in the workspace without asking");
    static final CommandOption MAX_STEPS =
            CommandOption.taking(
                            "--max-steps",
                            "N",
                            "stop after N steps; a step is one model answer with its calls")
                    .or("--max-turns");
    static final CommandOption BUDGET =
            CommandOption.taking("--budget", "USD", "stop when the cost reaches about this much");

    static final CommandOption BUDGET_TOKENS =
            CommandOption.taking(
                    "--budget-tokens", "N", "stop when about N tokens are used, by sub-agents too");
    static final CommandOption BUDGET_CALLS =
            CommandOption.taking(
                    "--budget-calls", "N", "run at most N tool calls, those of sub-agents too");
    static final CommandOption BUDGET_SECONDS =
            CommandOption.taking(
                    "--budget-seconds", "N", "begin nothing new N seconds after the start");

    private static final int MOST_STEPS = 10_000;

    private final ParsedArguments arguments;
    private final Console console;
    private final Optional<SlashPrompt> slash;

    RunOptions(ParsedArguments arguments, Console console, Optional<SlashPrompt> slash) {
        this.arguments = arguments;
        this.console = console;
        this.slash = slash;
    }

    /// Checks the command line before anything else is read.
    void check() throws UsageException {
        if (arguments.has(CONTINUE.name()) && arguments.has(SESSION.name())) {
            throw new UsageException("--continue and --session exclude each other");
        }
        Optional<String> effort = arguments.value(EFFORT.name());
        if (effort.isPresent() && ReasoningSettings.Effort.of(effort.get()).isEmpty()) {
            throw new UsageException(
                    "--effort is none, minimal, low, medium, high, xhigh or max, not \"%s\""
                            .formatted(effort.get()));
        }
        int _ = maxSteps(0);
        BudgetLimits _ = budget();
        List<Rule> _ = extraRules();
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
    RunSetup setup(boolean conversation, Supplier<Approver> atTerminal)
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
        warnings.addAll(budgetWarnings(agent.loop(), configured.model()));
        return new RunSetup(
                configured.model(),
                configured.fallbacks(),
                agent,
                asksNobody ? Approver.HEADLESS : atTerminal.get(),
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

    /// How a model that an agent names is reached.
    ModelSettings model(String name) throws IOException {
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
        AgentSpec adjusted = agent.rules(extraRules()).loop(loop(agent.loop(), priced));
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

    /// Warns that a budget has no effect without a price.
    private static List<String> budgetWarnings(LoopSettings loop, ModelSettings model) {
        boolean priced = loop.price().apply(Usage.NONE).isPresent();
        return loop.budget().usd().isEmpty() || priced
                ? List.of()
                : List.of(
                        "budget.usd does not hold: what %s/%s costs is not known; set it under \"prices\" in the user's own agent.json"
                                .formatted(model.wire(), model.model()));
    }

    /// The policy of `--policy`.
    private Optional<Policy> policy() throws UsageException {
        return arguments.has(POLICY.name())
                ? Optional.of(Options.policy(arguments, console))
                : Optional.empty();
    }

    /// The session to continue, if any.
    Optional<SessionId> session(Workspace workspace) throws UsageException, IOException {
        Optional<String> given =
                arguments.has(CONTINUE.name())
                        ? Optional.of(SessionPicks.LAST)
                        : arguments.value(SESSION.name());
        return given.isEmpty()
                ? Optional.empty()
                : Optional.of(SessionPicks.forRun(given.get(), workspace, console));
    }

    /// The rules of the command line, which are added to those of any policy.
    private List<Rule> extraRules() throws UsageException {
        return extraRules(arguments);
    }

    /// The rules of `--allow` and `--yes-edits`.
    public static List<Rule> extraRules(ParsedArguments arguments) throws UsageException {
        List<Rule> rules = new ArrayList<>();
        if (arguments.has(YES_EDITS.name())) {
            rules.add(Rule.parse(Scope.SESSION, "allow fs.write **"));
        }
        for (String given : arguments.all(ALLOW.name())) {
            rules.add(allowed(given));
        }
        return rules;
    }

    /// Rejects rules that can never apply.
    void requireSound(Engine engine) throws UsageException {
        if (arguments.has(POLICY.name())) {
            Options.requireSound(arguments, Options.policy(arguments, console), engine);
        }
        List<Rule> allowed = extraRules();
        Optional<RuleLint.Mistake> mistake =
                allowed.isEmpty()
                        ? Optional.empty()
                        : Options.mistakes(engine).of(allowed).stream().findFirst();
        if (mistake.isPresent()) {
            throw new UsageException("--allow: " + mistake.get().message());
        }
    }

    /// `allow` may be omitted; `look` is possible instead.
    private static Rule allowed(String given) throws UsageException {
        String rule = given.strip();
        String bare = rule.startsWith("allow ") ? rule.substring("allow ".length()) : rule;
        try {
            return Rule.parse(Scope.SESSION, bare.startsWith("look ") ? bare : "allow " + bare);
        } catch (IllegalArgumentException _) {
            throw new UsageException(
                    "--allow takes a permission and a pattern, such as \"bash npm test *\" or \"fs.write src/**\", not \"%s\""
                            .formatted(given));
        }
    }

    private LoopSettings loop(LoopSettings usual, boolean priced) throws UsageException {
        return usual.within(maxSteps(usual.maxSteps()), budget(priced).over(usual.budget()));
    }

    private int maxSteps(int otherwise) throws UsageException {
        Optional<String> given = arguments.value(MAX_STEPS.name());
        if (given.isEmpty()) {
            return otherwise;
        }
        try {
            int steps = Integer.parseInt(given.get());
            if (steps >= 1 && steps <= MOST_STEPS) {
                return steps;
            }
        } catch (NumberFormatException _) {
            // Handled below, with numbers out of range.
        }
        throw new UsageException(
                "--max-steps is a number from 1 to %d, not \"%s\""
                        .formatted(MOST_STEPS, given.get()));
    }

    private BudgetLimits budget(boolean priced) throws UsageException {
        BudgetLimits given = budget();
        if (given.usd().isPresent() && !priced) {
            throw new UsageException(
                    "--budget needs the price of the model, which is not known: set \"prices\" in"
                            + " agent.json");
        }
        return given;
    }

    private BudgetLimits budget() throws UsageException {
        return new BudgetLimits(
                dollars(),
                number(BUDGET_TOKENS, BudgetLimits.MOST_TOKENS),
                number(BUDGET_CALLS, BudgetLimits.MOST_CALLS),
                number(BUDGET_SECONDS, BudgetLimits.MOST_SECONDS));
    }

    private OptionalLong number(CommandOption option, long most) throws UsageException {
        Optional<String> given = arguments.value(option.name());
        if (given.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            long number = Long.parseLong(given.get());
            if (number >= 1 && number <= most) {
                return OptionalLong.of(number);
            }
        } catch (NumberFormatException _) {
            // Handled below, with numbers out of range.
        }
        throw new UsageException(
                "%s is a number from 1 to %d, not \"%s\""
                        .formatted(option.name(), most, given.get()));
    }

    private OptionalDouble dollars() throws UsageException {
        Optional<String> given = arguments.value(BUDGET.name());
        if (given.isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            double dollars = Double.parseDouble(given.get());
            if (dollars > 0 && dollars <= BudgetLimits.MOST_USD) {
                return OptionalDouble.of(dollars);
            }
        } catch (NumberFormatException _) {
            // Handled below, with numbers out of range.
        }
        throw new UsageException(
                "--budget is an amount in dollars such as 0.50, not \"%s\"".formatted(given.get()));
    }

    /// Grants the configured directories and those of `--add-dir`.
    void directories(RunSetup chosen, SessionBuilder session) throws UsageException {
        session.directories(chosen.directories().toArray(Path[]::new));
        Options.directories(arguments, console, session::directories);
    }

    /// The setup of a run.
    record RunSetup(
            ModelSettings model,
            List<ConfiguredAgent.Fallback> fallbacks,
            AgentSpec agent,
            Approver approver,
            List<Path> directories,
            List<String> warnings) {

        RunSetup {
            fallbacks = List.copyOf(fallbacks);
            directories = List.copyOf(directories);
            warnings = List.copyOf(warnings);
        }
    }
}
