package dev.deft.agent.config;

import dev.deft.agent.model.ModelSettings;
import dev.deft.agent.model.ReasoningSettings;
import dev.deft.policy.BudgetLimits;
import dev.deft.policy.Policy;
import dev.deft.policy.Rule;
import dev.deft.policy.ToolLimits;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// The effective settings of the agent.
///
/// @param model as set, or the default of the provider whose key is set
/// @param fallback models that take over in turn when the model gives no answer
/// @param maxTokens of one answer; by default the output size of the model
/// @param maxSteps the most steps of one turn
/// @param budget what a run may use, together with all sessions it starts
/// @param providers by name
/// @param caFile with additional CA certificates
/// @param extraTools ids of tools that are offered only where they are named
/// @param instructions file names; in each directory the first existing one is used
/// @param directories outside the workspace where the agent may work too
/// @param permissions of the user's and the workspace's files
/// @param limits of tools: set by the user's file, lowered by the workspace's
/// @param memory what is searched and shown of the memory files
/// @param search of the web
/// @param channels what the user bound the names of channels to
/// @param reflection whether the agent reflects after a run; empty means as the dialect has it
/// @param agents which agents are used
/// @param tools the tool settings of the pegasus dialect
public record Settings(
        Optional<String> model,
        List<String> fallback,
        OptionalInt maxTokens,
        Context context,
        Optional<String> systemPrompt,
        Sampling sampling,
        int maxSteps,
        BudgetLimits budget,
        Map<String, WireSettings> providers,
        Optional<String> caFile,
        Prices prices,
        ModelSizes sizes,
        List<String> extraTools,
        List<String> instructions,
        List<String> directories,
        Permissions permissions,
        ToolLimits limits,
        List<McpServer> mcp,
        List<LanguageServerSettings> lsp,
        Memory memory,
        SearchSettings search,
        Map<String, ChannelSettings> channels,
        Optional<Boolean> reflection,
        Agents agents,
        Optional<ToolSettings> tools) {

    public Settings {
        providers = Collections.unmodifiableMap(new LinkedHashMap<>(providers));
        extraTools = List.copyOf(extraTools);
        fallback = List.copyOf(fallback);
        instructions = List.copyOf(instructions);
        directories = List.copyOf(directories);
        mcp = List.copyOf(mcp);
        lsp = List.copyOf(lsp);
        channels = Collections.unmodifiableMap(new LinkedHashMap<>(channels));
    }

    /// Which agents are used.
    ///
    /// @param usual the agent of a run that names none
    /// @param title whether the agent `title` names sessions
    /// @param smallModel the model of `title`; empty means that of the session
    public record Agents(Optional<String> usual, boolean title, Optional<String> smallModel) {}

    /// Settings of the memory files.
    ///
    /// @param globs further files of the workspace that `memory_search` finds
    /// @param inPrompt whether the system prompt lists the memory files
    public record Memory(List<String> globs, boolean inPrompt) {

        public Memory {
            globs = List.copyOf(globs);
        }
    }

    /// Limits on how much of a conversation is sent.
    public record Context(OptionalInt tokens, OptionalInt chars, OptionalInt turns) {}

    /// Sampling parameters, sent only if set.
    ///
    /// @param reasoning how much the model is to reason
    public record Sampling(
            OptionalDouble temperature, OptionalDouble topP, ReasoningSettings reasoning) {}

    /// Permissions from files.
    ///
    /// @param policy of the user's file; used if no policy is named for a run
    /// @param denied deny rules of the workspace, added to every policy
    public record Permissions(Optional<Policy> policy, List<Rule> denied) {

        public Permissions {
            denied = List.copyOf(denied);
        }
    }

    /// The settings of `config.yml` of the pegasus dialect.
    ///
    /// @param timeoutMillis of a call
    /// @param maxConcurrent how many tools run in parallel
    /// @param allowedPaths relative to the workspace; by default all of it
    public record ToolSettings(
            int timeoutMillis, int maxConcurrent, Optional<List<String>> allowedPaths) {

        public ToolSettings {
            allowedPaths = allowedPaths.map(List::copyOf);
        }
    }

    /// The connection settings of the requested model, or of the configured one.
    ///
    /// @throws ConfigException when there is no model, or no key for it; the message says what to
    ///   set
    public ModelSettings model(Map<String, String> environment, Optional<String> asked)
            throws ConfigException {
        return new ModelChoice(providers, caFile, environment).of(asked.or(this::model));
    }

    /// The connection settings of a provider, without a model; empty if it needs a key and none is
    /// set.
    ///
    /// @param provider one of the names of [#providers]
    /// @throws ConfigException when a header or the proxy refers to a variable that is not set
    public Optional<ModelSettings> provider(Map<String, String> environment, String provider)
            throws ConfigException {
        return new ModelChoice(providers, caFile, environment).withoutModel(provider);
    }
}
