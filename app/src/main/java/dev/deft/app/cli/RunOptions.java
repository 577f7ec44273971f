package dev.deft.app.cli;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Price;
import dev.deft.agent.config.Settings;
import dev.deft.agent.config.Trust;
import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.agent.session.SessionId;
import dev.deft.app.agent.AgentSetup;
import dev.deft.app.agent.DefaultAgent;
import dev.deft.dialect.Dialects;
import dev.deft.guard.Policy;
import dev.deft.guard.PolicyFile;
import dev.deft.guard.Rule;
import dev.deft.guard.Scope;
import dev.deft.json.Json;
import dev.deft.run.Person;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// What the options of `deft run` come to, together with the configuration.
final class RunOptions {

    static final Option OUTPUT =
            Option.taking("--output", "FORM", "text, json or stream-json (default: text)");
    static final Option MODEL =
            Option.taking("--model", "NAME", "provider/name, such as openai/gpt-5.1");
    static final Option AGENT =
            Option.taking("--agent", "NAME", "which agent (default: " + DefaultAgent.NAME + ")");
    static final Option ALLOW =
            Option.often("--allow", "RULE", "allow this unasked, such as \"bash npm test *\"");
    static final Option YES_EDITS =
            Option.flag("--yes-edits", "let it change files in the workspace unasked");
    static final Option MAX_TURNS =
            Option.taking("--max-turns", "N", "stop after so many answers of the model");
    static final Option BUDGET =
            Option.taking("--budget", "USD", "stop when it has cost about this much");

    private static final int MOST_TURNS = 10_000;

    /// What a model is taken to read when nobody says otherwise.
    private static final int CONTEXT_TOKENS = 200_000;

    private final Arguments arguments;
    private final Console console;

    RunOptions(Arguments arguments, Console console) {
        this.arguments = arguments;
        this.console = console;
    }

    /// The form of what goes to standard output.
    enum Form {
        TEXT,
        JSON,
        STREAM_JSON
    }

    Form form() throws UsageException {
        return switch (arguments.value(OUTPUT.name()).orElse("text")) {
            case "text" -> Form.TEXT;
            case "json" -> Form.JSON;
            case "stream-json" -> Form.STREAM_JSON;
            default ->
                    throw new UsageException(
                            "--output is text, json or stream-json, not \"%s\""
                                    .formatted(arguments.value(OUTPUT.name()).orElse("")));
        };
    }

    /// Everything put together: whom to ask, and what may be done.
    Chosen chosen(Person atTerminal) throws UsageException, IOException {
        Path root = Options.root(arguments, console);
        String dialect = arguments.value(Options.DIALECT.name()).orElse(Dialects.DEFAULT);
        Optional<Policy> named = policy();
        Configuration configuration =
                Configuration.read(
                        root,
                        console.environment(),
                        dialect,
                        named.map(Trust::of).orElse(Trust.UNKNOWN));
        Settings settings = configuration.settings();
        ModelSettings model = settings.model(console.environment(), arguments.value(MODEL.name()));
        Policy policy =
                named.or(settings.permissions()::policy)
                        .orElseGet(() -> PolicyFile.read(Json.Obj.EMPTY));
        boolean asksNobody = policy.headless().orElse(true);
        var setup =
                new AgentSetup(
                        root,
                        console.environment(),
                        dialect,
                        arguments.value(Options.COLLECTION.name()),
                        session(),
                        new AgentSetup.Leave(
                                policy,
                                further(settings.permissions().denied()),
                                asksNobody ? Person.NOBODY : atTerminal),
                        new AgentSetup.Told(settings.systemPrompt(), settings.instructions()),
                        loop(settings, model));
        List<String> warnings = new ArrayList<>(configuration.warnings());
        warnings.addAll(unkept(setup.loop(), model));
        return new Chosen(model, setup, warnings);
    }

    /// A limit on cost says nothing about a model whose price nobody knows.
    private static List<String> unkept(LoopSettings loop, ModelSettings model) {
        boolean priced = loop.price().apply(Usage.NONE).isPresent();
        return loop.budget().isEmpty() || priced
                ? List.of()
                : List.of(
                        "budget_usd does not hold: what %s/%s costs is not known; set it under \"prices\" in the user's own agent.json"
                                .formatted(model.wire(), model.model()));
    }

    /// The policy somebody named for this run.
    private Optional<Policy> policy() throws UsageException {
        return arguments.has(Options.POLICY.name())
                ? Optional.of(Options.policy(arguments, console))
                : Optional.empty();
    }

    private Optional<SessionId> session() throws UsageException {
        try {
            return arguments.value(Options.SESSION.name()).map(SessionId::new);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /// What the workspace forbids and the command line allows, on top of any policy: a policy
    /// without rules of its own still gets those of the agent.
    private List<Rule> further(List<Rule> denied) throws UsageException {
        List<Rule> rules = new ArrayList<>(denied);
        if (arguments.has(YES_EDITS.name())) {
            rules.add(Rule.parse(Scope.SESSION, "allow fs.write **"));
        }
        for (String given : arguments.all(ALLOW.name())) {
            rules.add(allowed(given));
        }
        return rules;
    }

    /// `allow` need not be said again; only `look`, which allows less, can be said instead.
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

    private LoopSettings loop(Settings settings, ModelSettings model) throws UsageException {
        String agent = arguments.value(AGENT.name()).orElse(DefaultAgent.NAME);
        if (!agent.equals(DefaultAgent.NAME)) {
            throw new UsageException(
                    "there is no agent \"%s\": the only one there is is called %s"
                            .formatted(agent, DefaultAgent.NAME));
        }
        Optional<Price> price = settings.prices().of(model.wire() + "/" + model.model());
        return new LoopSettings(
                agent,
                rounds(settings.rounds()),
                new ContextLimits(
                        settings.context().tokens().orElse(CONTEXT_TOKENS),
                        settings.maxTokens(),
                        settings.context().chars(),
                        settings.context().turns()),
                new Prompt.Sampling(settings.sampling().temperature(), settings.sampling().topP()),
                budget(settings.budgetUsd(), price.isPresent()),
                usage ->
                        price.isPresent()
                                ? OptionalDouble.of(price.get().of(usage))
                                : OptionalDouble.empty());
    }

    private int rounds(int otherwise) throws UsageException {
        Optional<String> given = arguments.value(MAX_TURNS.name());
        if (given.isEmpty()) {
            return otherwise;
        }
        try {
            int turns = Integer.parseInt(given.get());
            if (turns >= 1 && turns <= MOST_TURNS) {
                return turns;
            }
        } catch (NumberFormatException _) {
            // Said below, together with numbers that are out of bounds.
        }
        throw new UsageException(
                "--max-turns is a number from 1 to %d, not \"%s\""
                        .formatted(MOST_TURNS, given.get()));
    }

    private OptionalDouble budget(OptionalDouble otherwise, boolean priced) throws UsageException {
        Optional<String> given = arguments.value(BUDGET.name());
        if (given.isEmpty()) {
            return otherwise;
        }
        if (!priced) {
            throw new UsageException(
                    "--budget needs the price of the model, which is not known: set \"prices\" in agent.json");
        }
        try {
            double dollars = Double.parseDouble(given.get());
            if (dollars > 0 && Double.isFinite(dollars)) {
                return OptionalDouble.of(dollars);
            }
        } catch (NumberFormatException _) {
            // Said below, together with numbers that make no sense.
        }
        throw new UsageException(
                "--budget is an amount in dollars such as 0.50, not \"%s\"".formatted(given.get()));
    }

    /// What to run.
    record Chosen(ModelSettings model, AgentSetup setup, List<String> warnings) {

        Chosen {
            warnings = List.copyOf(warnings);
        }
    }
}
