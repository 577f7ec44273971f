package dev.deft.agent.config;

import dev.deft.agent.model.ModelSettings;
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

/// What a person may set about the agent, as it is in force.
///
/// @param model as it was set, or the default of the provider whose key is there
/// @param maxTokens of one answer; without it, what the model can write
/// @param maxSteps the most steps of one turn
/// @param budgetUsd a run stops when it has cost about this much
/// @param providers by name
/// @param caFile with certificates of those who may vouch for providers
/// @param instructions names of files; in each directory the first one that is there counts
/// @param permissions what the user's file and the workspace's say
/// @param limits of tools: what the user's file sets, lowered by the workspace's
/// @param tools what the pegasus dialect sets about tools
public record Settings(
        Optional<String> model,
        OptionalInt maxTokens,
        Context context,
        Optional<String> systemPrompt,
        Sampling sampling,
        int maxSteps,
        OptionalDouble budgetUsd,
        Map<String, WireSettings> providers,
        Optional<String> caFile,
        Prices prices,
        ModelSizes sizes,
        List<String> instructions,
        Permissions permissions,
        ToolLimits limits,
        List<McpServer> mcp,
        Optional<ToolSettings> tools) {

    public Settings {
        providers = Collections.unmodifiableMap(new LinkedHashMap<>(providers));
        instructions = List.copyOf(instructions);
        mcp = List.copyOf(mcp);
    }

    /// How much of a conversation is sent; an absent bound is none.
    public record Context(OptionalInt tokens, OptionalInt chars, OptionalInt turns) {}

    /// Sent to the model only where set.
    public record Sampling(OptionalDouble temperature, OptionalDouble topP) {}

    /// What files say about permissions.
    ///
    /// @param policy of the user's own file; holds where none is named for a run
    /// @param denied by the workspace, which can only forbid; holds on top of every policy
    public record Permissions(Optional<Policy> policy, List<Rule> denied) {

        public Permissions {
            denied = List.copyOf(denied);
        }
    }

    /// What `config.yml` of the pegasus dialect says.
    ///
    /// @param timeoutMillis of a call
    /// @param atOnce how many tools run side by side
    /// @param allowedPaths relative to the workspace; absent is all of it
    public record ToolSettings(
            int timeoutMillis,
            int maxConcurrent,
            Optional<List<String>> allowedPaths,
            WebSearch webSearch) {

        public ToolSettings {
            allowedPaths = allowedPaths.map(List::copyOf);
        }
    }

    /// How the web is searched.
    ///
    /// @param key a reference to the variable that holds it
    public record WebSearch(Optional<String> provider, Optional<String> key, int maxResults) {}

    /// How to reach the model asked for, or the one set.
    ///
    /// @throws ConfigException that says what to set, when there is no model or no key for it
    public ModelSettings model(Map<String, String> environment, Optional<String> asked)
            throws ConfigException {
        return new ModelChoice(providers, caFile, environment).of(asked.or(this::model));
    }
}
