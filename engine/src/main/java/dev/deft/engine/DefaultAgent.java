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

/// The agent people get when they name none: it may look at everything in the workspace, and asks
/// before it changes or runs anything.
public final class DefaultAgent {

    /// What logs and events know it by.
    public static final String NAME = "default";

    private static final String QUESTION = "question";

    private DefaultAgent() {}

    /// The tools it is made for. All others are there too, and have to be searched for.
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

    /// What it is told about itself, as a template.
    static String prompt() {
        return text("agent.md").strip();
    }

    /// Which tools it is told about.
    ///
    /// @param known ids of the tools that come with Deft
    /// @param somebody whether anybody can answer questions
    static ToolOffer offer(Set<String> known, boolean somebody) {
        Set<String> deferred = new HashSet<>(known);
        deferred.removeAll(TOOLS);
        return new ToolOffer(TOOLS, deferred, somebody ? Set.of() : Set.of(QUESTION));
    }

    /// {@return what it may do unasked}
    public static List<Rule> rules() {
        return text("rules.txt")
                .lines()
                .filter(it -> !it.isBlank() && !it.startsWith("#"))
                .map(it -> Rule.parse(Scope.MANIFEST, it))
                .toList();
    }

    /// {@return a policy with what it leaves open filled in: its rules, and leave for tools that
    /// touch nothing}
    ///
    /// @param policy as it was given
    /// @param further what the command line allows
    /// @param tools those that there are
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
