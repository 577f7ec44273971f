package dev.deft.agent.definition;

import dev.deft.policy.Rule;
import dev.deft.tool.RequirementSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// An agent as a file describes it. What it leaves out is as in the agent it is put over.
///
/// @param name letters, digits, `-` and `_`
/// @param description when to use it, one or two sentences
/// @param mode who may start it
/// @param model such as `anthropic/claude-sonnet-5`
/// @param tools ids of its only tools; empty for all
/// @param rules in addition to those of the agent it is put over
/// @param requires what it needs in addition to its tools
/// @param roots directories of the workspace it is restricted to, relative to it
/// @param maxSteps the most steps of one turn
/// @param prompt its system prompt
/// @param source where it is defined, such as `built in` or `.deft/agents/review.md`
public record AgentDefinition(
        String name,
        String description,
        Mode mode,
        Optional<String> model,
        Optional<Set<String>> tools,
        List<Rule> rules,
        RequirementSet requires,
        List<String> roots,
        OptionalInt maxSteps,
        Optional<String> prompt,
        String source) {

    /// Who may start an agent.
    public enum Mode {
        /// The user.
        PRIMARY,
        /// Another agent, with `task`.
        SUBAGENT,
        /// Both.
        ALL,
        /// Deft itself, for titles and summaries.
        INTERNAL;

        /// Whether the user may start it.
        public boolean forUsers() {
            return this == PRIMARY || this == ALL;
        }

        /// Whether another agent may start it.
        public boolean forAgents() {
            return this == SUBAGENT || this == ALL;
        }
    }

    /// Copies the collections.
    public AgentDefinition {
        tools = tools.map(Set::copyOf);
        rules = List.copyOf(rules);
        roots = List.copyOf(roots);
    }
}
