package dev.deft.engine;

import dev.deft.agent.config.Trust;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.definition.AgentDefinition.Mode;
import dev.deft.tool.RequirementSet;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The agents of a workspace: the built-in ones, those of the user and those of the project.
///
/// @param list by name
/// @param problems about definitions that cannot be read, with line and column
public record AgentCatalog(List<AgentDefinition> list, List<String> problems) {

    /// Copies the lists.
    public AgentCatalog {
        list = List.copyOf(list);
        problems = List.copyOf(problems);
    }

    /// {@return the agents of a workspace}
    ///
    /// @param root the workspace, a real path
    /// @param environment names the user's directories
    /// @param trust whether definitions of the workspace may widen what an agent may do
    public static AgentCatalog read(Path root, Map<String, String> environment, Trust trust) {
        return new AgentCatalog(
                List.of(
                        readOnly("explore", "Finds code and answers questions about it."),
                        new AgentDefinition(
                                "general",
                                "Does a task of several steps by itself.",
                                Mode.SUBAGENT,
                                Optional.empty(),
                                Optional.empty(),
                                List.of(),
                                RequirementSet.NONE,
                                List.of("."),
                                OptionalInt.empty(),
                                Optional.empty(),
                                "built in")),
                List.of());
    }

    private static AgentDefinition readOnly(String name, String description) {
        return new AgentDefinition(
                name,
                description,
                Mode.SUBAGENT,
                Optional.empty(),
                Optional.of(Set.of("read", "glob", "grep", "ls")),
                List.of(),
                RequirementSet.NONE,
                List.of("."),
                OptionalInt.empty(),
                Optional.empty(),
                "built in");
    }

    /// {@return the agent of that name}
    ///
    /// @param name as in its definition
    public Optional<AgentDefinition> find(String name) {
        return list.stream().filter(it -> it.name().equals(name)).findFirst();
    }

    /// {@return the agent that a definition makes of another one, which provides what the
    /// definition leaves out}
    ///
    /// @param definition of the agent
    /// @param base the agent as configured
    public static AgentSpec over(AgentDefinition definition, AgentSpec base) {
        AgentSpec named = base.named(definition.name()).rules(definition.rules());
        AgentSpec equipped =
                definition.tools().isPresent()
                        ? named.toolset(
                                new AgentSpec.Toolset(
                                        definition.tools(),
                                        base.toolset().dialect(),
                                        base.toolset().collection()))
                        : named;
        AgentSpec prompted =
                definition.prompt().isPresent()
                        ? equipped.prompt(definition.prompt().get())
                        : equipped;
        return definition.model().isPresent() ? prompted.model(definition.model().get()) : prompted;
    }
}
