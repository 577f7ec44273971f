package dev.deft.engine;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Price;
import dev.deft.agent.config.Settings;
import dev.deft.agent.config.Trust;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.definition.AgentDefinitions;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.Prompt;
import dev.deft.agent.model.Usage;
import dev.deft.agent.model.listing.ListCache;
import dev.deft.agent.model.listing.ModelFigures;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.engine.session.DirectoryGrants;
import dev.deft.policy.Policy;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/// The agent that is configured for a workspace, as every front end starts it.
///
/// @param agent under the requested policy, else the user's, else that of the default agent
/// @param model how to reach its model
/// @param fallbacks the models that take over, in their order
/// @param directories outside the root that are granted to its sessions
/// @param priced whether the price of the model is known
/// @param warnings about the configuration, one sentence each, except those that a session reports
///   when it opens
public record ConfiguredAgent(
        AgentSpec agent,
        ModelSettings model,
        List<Fallback> fallbacks,
        List<Path> directories,
        boolean priced,
        List<String> warnings) {

    /// Copies the lists.
    public ConfiguredAgent {
        fallbacks = List.copyOf(fallbacks);
        directories = List.copyOf(directories);
        warnings = List.copyOf(warnings);
    }

    /// A model that takes over when the one before it gives no answer.
    ///
    /// @param model how to reach it
    /// @param limits of conversations with it
    /// @param price what a request costs, where that is known
    public record Fallback(
            ModelSettings model, ContextLimits limits, Function<Usage, OptionalDouble> price) {}

    /// Overrides of the configuration.
    ///
    /// @param dialect the names and shapes the model sees
    /// @param collection selects one tool collection of the dialect
    /// @param policy replaces the user's policy
    /// @param model replaces the configured model
    /// @param agent the name of the agent, instead of the configured one
    public record Overrides(
            String dialect,
            Optional<String> collection,
            Optional<Policy> policy,
            Optional<String> model,
            Optional<String> agent) {

        /// Overrides that name no agent.
        ///
        /// @param dialect the names and shapes the model sees
        /// @param collection selects one tool collection of the dialect
        /// @param policy replaces the user's policy
        /// @param model replaces the configured model
        public Overrides(
                String dialect,
                Optional<String> collection,
                Optional<Policy> policy,
                Optional<String> model) {
            this(dialect, collection, policy, model, Optional.empty());
        }
    }

    /// {@return the agent that the configuration of a workspace describes}
    ///
    /// @param root the workspace, a real path
    /// @param environment its variables override the files
    /// @param asked the overrides
    /// @throws IOException if a file is invalid or no model is configured
    /// @throws IllegalArgumentException if there is no such agent for users
    public static ConfiguredAgent read(Path root, Map<String, String> environment, Overrides asked)
            throws IOException {
        Trust trust = Trust.of(asked.policy().orElseGet(Policy::unspecified), root, environment);
        Configuration configuration = Configuration.read(root, environment, asked.dialect(), trust);
        Settings settings = configuration.settings();
        Optional<String> name = asked.agent().or(settings.agents()::usual);
        Optional<AgentCatalog> agents =
                name.isPresent() || AgentDefinitions.areAny(root, environment)
                        ? Optional.of(AgentCatalog.read(root, environment, trust))
                        : Optional.empty();
        Optional<AgentDefinition> chosen =
                agents.map(it -> it.forUsers(name.orElse(DefaultAgent.NAME)));
        ModelSettings model =
                settings.model(
                        environment,
                        asked.model().or(() -> chosen.flatMap(AgentDefinition::model)));
        Policy policy =
                asked.policy().or(settings.permissions()::policy).orElseGet(Policy::unspecified);
        ModelFigures figures = figures(settings, environment, model);
        Optional<Price> price = figures.price().map(ModelFigures.Cost::price);
        AgentSpec agent =
                AgentSpec.standard()
                        .instructions(
                                new AgentSpec.Instructions(
                                        settings.systemPrompt(),
                                        settings.instructions(),
                                        settings.memory().inPrompt()))
                        .grants(
                                new AgentSpec.Grants(
                                        policy,
                                        settings.permissions().denied(),
                                        RequirementSet.NONE,
                                        List.of(".")))
                        .toolset(
                                new AgentSpec.Toolset(
                                        Optional.empty(),
                                        asked.dialect(),
                                        asked.collection(),
                                        Set.copyOf(settings.extraTools())))
                        .loop(loop(settings, figures, price));
        List<String> warnings = new ArrayList<>(configuration.agentWarnings());
        agents.ifPresent(it -> warnings.addAll(it.about(chosen.orElseThrow())));
        AgentSpec over =
                agents.map(it -> it.spec(chosen.orElseThrow().name(), agent)).orElse(agent);
        List<Path> directories =
                settings.directories().isEmpty()
                        ? List.of()
                        : new DirectoryGrants(root, environment)
                                .configured(settings.directories(), warnings::add);
        return new ConfiguredAgent(
                over,
                model,
                fallbacks(settings, environment),
                directories,
                price.isPresent(),
                warnings);
    }

    private static List<Fallback> fallbacks(Settings settings, Map<String, String> environment)
            throws IOException {
        List<Fallback> all = new ArrayList<>();
        for (String name : settings.fallback()) {
            ModelSettings model = settings.model(environment, Optional.of(name));
            ModelFigures figures = figures(settings, environment, model);
            Optional<Price> price = figures.price().map(ModelFigures.Cost::price);
            all.add(new Fallback(model, limits(settings, figures), usage -> cost(price, usage)));
        }
        return all;
    }

    /// The window and the price, also as the provider told them when its models were listed last.
    private static ModelFigures figures(
            Settings settings, Map<String, String> environment, ModelSettings model) {
        var kept = new ListCache(UserDirectories.from(environment).cache(), InstantSource.system());
        return ModelFigures.of(
                settings,
                model.wire() + "/" + model.model(),
                kept.find(model.baseUrl(), model.model()));
    }

    private static LoopSettings loop(
            Settings settings, ModelFigures figures, Optional<Price> price) {
        return new LoopSettings(
                DefaultAgent.NAME,
                settings.maxSteps(),
                limits(settings, figures),
                new Prompt.Sampling(
                        settings.sampling().temperature(),
                        settings.sampling().topP(),
                        settings.sampling().reasoning()),
                settings.budget(),
                usage -> cost(price, usage),
                settings.reflection(),
                new LoopSettings.Titles(settings.agents().title(), settings.agents().smallModel()));
    }

    private static OptionalDouble cost(Optional<Price> price, Usage usage) {
        return price.isPresent()
                ? OptionalDouble.of(price.get().of(usage))
                : OptionalDouble.empty();
    }

    private static ContextLimits limits(Settings settings, ModelFigures model) {
        return new ContextLimits(
                model.context().count(),
                model.maxOutput().count(),
                settings.context().chars(),
                settings.context().turns());
    }
}
