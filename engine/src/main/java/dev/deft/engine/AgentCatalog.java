package dev.deft.engine;

import dev.deft.agent.config.Trust;
import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.definition.AgentDefinitions;
import dev.deft.agent.definition.AgentLimits;
import dev.deft.agent.definition.AgentOrigin;
import dev.deft.agent.definition.BuiltInAgents;
import dev.deft.agent.loop.LoopSettings;
import dev.deft.engine.prompt.DefaultAgent;
import dev.deft.policy.Rule;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.NearestNames;
import dev.deft.tool.RequirementSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The agents of a workspace: the built-in ones, those of the user and those of the project.
///
/// @param list those that can be used, `build` first
/// @param hidden definitions that another one of the same name hides
/// @param problems about definitions that cannot be read, with line and column
/// @param notices about parts of definitions that are ignored, with line and column
public record AgentCatalog(
        List<AgentDefinition> list,
        List<AgentDefinition> hidden,
        List<String> problems,
        List<String> notices) {

    /// Copies the lists.
    public AgentCatalog {
        list = List.copyOf(list);
        hidden = List.copyOf(hidden);
        problems = List.copyOf(problems);
        notices = List.copyOf(notices);
    }

    /// {@return the agents of a workspace}
    ///
    /// @param root the workspace, a real path
    /// @param environment names the user's directories
    /// @param trust whether definitions of the workspace may widen what an agent may do
    public static AgentCatalog read(Path root, Map<String, String> environment, Trust trust) {
        AgentDefinitions read =
                AgentDefinitions.read(root, environment, trust, Registries.builtIn());
        return new AgentCatalog(read.list(), read.hidden(), read.problems(), read.notices());
    }

    /// {@return the agent of that name}
    ///
    /// @param name as in its definition; `default` is another name of `build`
    public Optional<AgentDefinition> find(String name) {
        String current = BuiltInAgents.current(name);
        return list.stream().filter(it -> it.name().equals(current)).findFirst();
    }

    /// {@return the agent of that name, put over another one}
    ///
    /// @param name as in its definition
    /// @param base provides what the definition leaves out
    /// @throws IllegalArgumentException if there is none; the message names similar ones
    public AgentSpec spec(String name, AgentSpec base) {
        AgentDefinition found =
                find(name).orElseThrow(() -> new IllegalArgumentException(unknown(name)));
        return found.name().equals(BuiltInAgents.PLAN)
                ? over(found, base).afterPlan(spec(BuiltInAgents.BUILD, base))
                : over(found, base);
    }

    /// {@return what an agent may touch at most: what it and its tools require, within the ceiling
    /// of its policy}
    ///
    /// @param agent with its tools and its policy
    /// @param tools all tools there are
    /// @throws IllegalArgumentException if there is no dialect or collection as the agent has it
    public static RequirementSet capabilities(AgentSpec agent, ToolRegistry tools) {
        return LazyManifest.effective(agent, agent.toolset().dialect(tools, it -> it));
    }

    /// {@return the agent of that name, for a user who wants to run it}
    ///
    /// @param name as in its definition
    /// @throws IllegalArgumentException if there is none, or if it is not for users
    public AgentDefinition forUsers(String name) {
        AgentDefinition found =
                find(name).orElseThrow(() -> new IllegalArgumentException(unknown(name)));
        if (found.mode().forUsers()) {
            return found;
        }
        throw new IllegalArgumentException(
                found.mode() == AgentDefinition.Mode.INTERNAL
                        ? "the agent %s is used by Deft itself".formatted(found.name())
                        : "the agent %s is started by other agents; for one that you run yourself, write a definition with mode: all"
                                .formatted(found.name()));
    }

    /// {@return what there is to say to somebody who uses an agent: all problems, and what of its
    /// own definition is ignored}
    ///
    /// @param used the agent
    public List<String> about(AgentDefinition used) {
        List<String> all = new ArrayList<>(problems);
        notices.stream()
                .filter(it ->
                        it.startsWith(used.source() + ",") || it.startsWith(used.source() + ":"))
                .forEach(all::add);
        return all;
    }

    /// {@return a sentence about a name that no agent has, with similar ones}
    ///
    /// @param name as given
    public String unknown(String name) {
        List<String> names = list.stream().map(AgentDefinition::name).toList();
        String hint = NearestNames.hint(name, names);
        return "there is no agent %s%s"
                .formatted(
                        NearestNames.quoted(name),
                        hint.isEmpty() ? "; the agents are " + String.join(", ", names) : hint);
    }

    /// {@return the agent that a definition makes of another one, which provides what the
    /// definition leaves out}
    ///
    /// @param definition of the agent
    /// @param base the agent as configured
    public static AgentSpec over(AgentDefinition definition, AgentSpec base) {
        AgentSpec named = base.withoutSuccessor().named(definition.name()).rules(rules(definition));
        AgentSpec.Grants grants = named.grants();
        AgentSpec granted =
                named.grants(
                        new AgentSpec.Grants(
                                grants.policy(),
                                grants.further(),
                                grants.requires().plus(definition.requires()),
                                roots(definition.roots(), grants.roots())));
        AgentSpec equipped =
                granted.toolset(
                        new AgentSpec.Toolset(
                                tools(definition, base),
                                base.toolset().dialect(),
                                base.toolset().collection(),
                                base.toolset().extra()));
        AgentSpec prompted = prompted(definition, equipped);
        AgentSpec chosen =
                definition.model().isPresent()
                        ? prompted.model(definition.model().get())
                        : prompted;
        return limited(definition, chosen);
    }

    /// The rules of the built-in `build` are those of a policy without any, and nothing more.
    private static List<Rule> rules(AgentDefinition definition) {
        boolean usual =
                definition.name().equals(BuiltInAgents.BUILD)
                        && definition.origin().owner() != AgentOrigin.Owner.USER;
        List<Rule> own = definition.rules();
        return usual ? own.stream().filter(it -> !DefaultAgent.rules().contains(it)).toList() : own;
    }

    private static Optional<Set<String>> tools(AgentDefinition definition, AgentSpec base) {
        Optional<Set<String>> most = base.toolset().ids();
        if (definition.tools().isEmpty() || most.isEmpty()) {
            return definition.tools().or(() -> most);
        }
        Set<String> both = new HashSet<>(definition.tools().get());
        both.retainAll(most.get());
        return Optional.of(both);
    }

    private static List<String> roots(List<String> own, List<String> most) {
        if (own.contains(".") || most.contains(".")) {
            return own.contains(".") ? most : own;
        }
        List<String> inside =
                own.stream()
                        .filter(it ->
                                most.stream().anyMatch(m -> it.equals(m) || it.startsWith(m + "/")))
                        .toList();
        return inside.isEmpty() ? most : inside;
    }

    /// A configured prompt replaces that of the built-in `build` only.
    private static AgentSpec prompted(AgentDefinition definition, AgentSpec agent) {
        boolean usual = definition.name().equals(BuiltInAgents.BUILD) && definition.template();
        if (usual || definition.prompt().isEmpty()) {
            return agent;
        }
        AgentSpec.Instructions before = agent.instructions();
        return agent.instructions(
                new AgentSpec.Instructions(
                        definition.prompt(),
                        before.files(),
                        before.memory(),
                        definition.template(),
                        before.appended()));
    }

    private static AgentSpec limited(AgentDefinition definition, AgentSpec agent) {
        LoopSettings loop = agent.loop();
        var base = new AgentLimits(OptionalInt.of(loop.maxSteps()), loop.budget());
        AgentLimits own = definition.limits();
        AgentLimits limits =
                definition.widens()
                        ? new AgentLimits(own.maxSteps(), own.budget().over(base.budget()))
                        : own.lowered(base);
        return agent.loop(loop.within(limits.maxSteps().orElse(loop.maxSteps()), limits.budget()));
    }
}
