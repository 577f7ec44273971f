package dev.deft.engine.choice;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Settings;
import dev.deft.agent.config.Trust;
import dev.deft.agent.definition.AgentDefinitions;
import dev.deft.engine.AgentCatalog;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.policy.Policy;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The agent of calls that no model makes: the rights and the tools of the one that is configured
/// for a workspace. It needs no model, and so no key.
public final class CallAgent {

    private CallAgent() {}

    /// {@return the agent that users get who choose none, or the one they choose}
    ///
    /// @param root the workspace, a real path
    /// @param environment its variables override the files
    /// @param policy replaces the user's policy
    /// @param name of an agent; empty for the configured one
    /// @param dialect the names and shapes of its tools
    /// @throws IOException if a file is invalid
    /// @throws IllegalArgumentException if there is no such agent for users
    public static AgentSpec read(
            Path root,
            Map<String, String> environment,
            Optional<Policy> policy,
            Optional<String> name,
            String dialect)
            throws IOException {
        Trust trust = trust(root, environment, policy);
        Settings settings = Configuration.read(root, environment, dialect, trust).settings();
        AgentSpec rights =
                rights(settings, policy, dialect)
                        .toolset(
                                new AgentSpec.Toolset(
                                        Optional.empty(),
                                        dialect,
                                        Optional.empty(),
                                        Set.copyOf(settings.extraTools())));
        Optional<String> chosen = name.or(settings.agents()::usual);
        if (chosen.isEmpty() && !AgentDefinitions.areAny(root, environment)) {
            return rights;
        }
        AgentCatalog agents = AgentCatalog.read(root, environment, trust);
        return agents.spec(agents.forUsers(chosen.orElse(DefaultAgent.NAME)).name(), rights);
    }

    /// {@return the rights that the configuration of a workspace gives to every agent}
    ///
    /// @param root the workspace, a real path
    /// @param environment its variables override the files
    /// @param policy replaces the user's policy
    /// @param dialect the names and shapes of its tools
    /// @throws IOException if a file is invalid
    public static AgentSpec rights(
            Path root, Map<String, String> environment, Optional<Policy> policy, String dialect)
            throws IOException {
        Trust trust = trust(root, environment, policy);
        return rights(
                Configuration.read(root, environment, dialect, trust).settings(), policy, dialect);
    }

    private static Trust trust(Path root, Map<String, String> environment, Optional<Policy> policy)
            throws IOException {
        return Trust.of(policy.orElseGet(Policy::unspecified), root, environment);
    }

    private static AgentSpec rights(Settings settings, Optional<Policy> policy, String dialect) {
        return AgentSpec.standard()
                .grants(
                        new AgentSpec.Grants(
                                policy.or(settings.permissions()::policy)
                                        .orElseGet(Policy::unspecified),
                                settings.permissions().denied(),
                                RequirementSet.NONE,
                                List.of(".")))
                .toolset(new AgentSpec.Toolset(Optional.empty(), dialect, Optional.empty()));
    }
}
