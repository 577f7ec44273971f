package dev.deft.engine;

import dev.deft.agent.loop.ToolOffer;
import dev.deft.policy.Policy;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The agent users get when they name none: it may read everything in the workspace and asks before
/// it changes or runs anything.
public final class DefaultAgent {

    /// Its name in logs and events.
    public static final String NAME = "default";

    private static final String QUESTION = "question";

    private DefaultAgent() {}

    /// The tools it is made for. All others are available too, through `tool_search`.
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
                    "tool_search");

    /// The template of its system prompt.
    static String prompt() {
        return text("agent.md").strip();
    }

    /// Which tools are defined in its prompt.
    ///
    /// @param known the ids of the built-in tools
    /// @param somebody whether anybody can answer questions
    static ToolOffer offer(Set<String> known, boolean somebody) {
        Set<String> deferred = new HashSet<>(known);
        deferred.removeAll(TOOLS);
        return new ToolOffer(TOOLS, deferred, somebody ? Set.of() : Set.of(QUESTION));
    }

    /// {@return what it may do without asking}
    public static List<Rule> rules() {
        return text("rules.txt")
                .lines()
                .filter(it -> !it.isBlank() && !it.startsWith("#"))
                .map(it -> Rule.parse(Scope.MANIFEST, it))
                .toList();
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
                    .filter(it -> it.spec().requires().equals(RequirementSet.NONE))
                    .map(it -> Rule.parse(Scope.MANIFEST, "allow " + it.spec().id() + " *"))
                    .forEach(rules::add);
        }
        rules.addAll(further);
        return policy.withRules(rules);
    }

    private static String text(String name) {
        try (InputStream in = DefaultAgent.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not where it belongs");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
