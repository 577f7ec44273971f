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
/// @param description when to use it, one or two sentences on one line
/// @param mode who may start it
/// @param model such as `anthropic/claude-sonnet-4-6`
/// @param tools ids of its only tools; empty for all
/// @param rules in addition to those of the agent it is put over
/// @param requires what it needs in addition to its tools
/// @param roots directories of the workspace it is restricted to, relative to it
/// @param limits of a run
/// @param prompt its system prompt
/// @param template whether the prompt has placeholders for tools, as those of built-in agents do
/// @param widens whether it may exceed the limits of the agent it is put over; its other parts are
///   already narrowed if not
/// @param origin where it is defined
public record AgentDefinition(
        String name,
        String description,
        Mode mode,
        Optional<String> model,
        Optional<Set<String>> tools,
        List<Rule> rules,
        RequirementSet requires,
        List<String> roots,
        AgentLimits limits,
        Optional<String> prompt,
        boolean template,
        boolean widens,
        AgentOrigin origin) {

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

        /// As in a file.
        public String wire() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /// Copies the collections.
    public AgentDefinition {
        tools = tools.map(Set::copyOf);
        rules = List.copyOf(rules);
        roots = List.copyOf(roots);
    }

    /// The file, or `built in`.
    public String source() {
        return origin.file();
    }

    /// Whether it comes with Deft.
    public boolean isBuiltIn() {
        return origin.owner() == AgentOrigin.Owner.DEFT;
    }

    /// The most steps of one turn, if it sets them.
    public OptionalInt maxSteps() {
        return limits.maxSteps();
    }
}
