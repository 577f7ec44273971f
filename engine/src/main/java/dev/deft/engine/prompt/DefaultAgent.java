package dev.deft.engine.prompt;

import dev.deft.agent.definition.AgentDefinition;
import dev.deft.agent.definition.BuiltInAgents;
import dev.deft.agent.loop.ToolOffer;
import dev.deft.policy.Policy;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.tool.Tool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The agent users get when they name none: it may read everything in the workspace and asks before
/// it changes or runs anything.
public final class DefaultAgent {

    /// Its name in logs and events.
    public static final String NAME = "build";

    private static final String QUESTION = "question";
    private static final String SKILL = "skill";

    /// The tools it is made for; `batch` where it is named. All others are available too, through
    /// `tool_search`.
    private static final Set<String> TOOLS =
            Set.of(
                    "read",
                    "write",
                    "edit",
                    "apply_patch",
                    "glob",
                    "grep",
                    "ls",
                    "delete_file",
                    "move_file",
                    "bash",
                    "process",
                    "todo",
                    QUESTION,
                    "batch",
                    SKILL,
                    "tool_search");

    /// Tools that the prompt names first among those to be searched for.
    private static final List<String> FOREMOST =
            List.of("task", "web_search", "web_fetch", "lsp", "memory_search");

    private DefaultAgent() {}

    /// {@return whether a tool is usually defined in its prompt}
    ///
    /// @param id of the tool
    public static boolean defines(String id) {
        return TOOLS.contains(id);
    }

    /// {@return tools to be searched for, in the order the prompt names them}
    ///
    /// @param hidden their names
    public static List<String> ordered(List<String> hidden) {
        List<String> ordered = new ArrayList<>(FOREMOST);
        ordered.retainAll(hidden);
        hidden.stream().filter(it -> !FOREMOST.contains(it)).forEach(ordered::add);
        return ordered;
    }

    /// {@return the template of its system prompt}
    public static String prompt() {
        return BuiltIn.DEFINITION.prompt().orElseThrow();
    }

    /// {@return which tools are defined in the prompt of an agent}
    ///
    /// @param listed the only tools of the agent, all of which are defined; empty for the usual
    ///   ones, with the others to be searched for
    /// @param known the ids of the built-in tools
    /// @param somebody whether anybody can answer questions
    /// @param skills whether there are skills besides the bundled ones; without them, `skill` need
    ///   not be in every request
    public static ToolOffer offer(
            Optional<Set<String>> listed, Set<String> known, boolean somebody, boolean skills) {
        Set<String> withheld = somebody ? Set.of() : Set.of(QUESTION);
        if (listed.isPresent()) {
            return new ToolOffer(listed.get(), Set.of(), withheld);
        }
        Set<String> named = new HashSet<>(TOOLS);
        if (!skills) {
            named.remove(SKILL);
        }
        Set<String> deferred = new HashSet<>(known);
        deferred.removeAll(named);
        return new ToolOffer(named, deferred, withheld);
    }

    /// {@return what it may do without asking}
    public static List<Rule> rules() {
        return BuiltIn.DEFINITION.rules();
    }

    /// {@return a policy with its gaps filled in: the rules of the default agent, and permission
    /// for tools that touch nothing}
    ///
    /// @param policy as given
    /// @param further rules from the command line
    /// @param tools the available tools
    public static Policy completed(Policy policy, List<Rule> further, List<Tool<?>> tools) {
        List<Rule> rules = new ArrayList<>(policy.rules().orElseGet(DefaultAgent::rules));
        if (policy.rules().isEmpty()) {
            tools.stream()
                    .filter(it -> it.spec().requires().isEmpty())
                    .map(it -> Rule.parse(Scope.MANIFEST, "allow " + it.spec().id() + " *"))
                    .forEach(rules::add);
        }
        rules.addAll(further);
        return policy.withRules(rules);
    }

    /// Read once, since every session without rules of its own needs them.
    private static final class BuiltIn {

        static final AgentDefinition DEFINITION = BuiltInAgents.of(NAME);

        private BuiltIn() {}
    }
}
