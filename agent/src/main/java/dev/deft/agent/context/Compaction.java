package dev.deft.agent.context;

import dev.deft.agent.definition.BuiltInAgents;
import dev.deft.agent.model.Model;

/// Who sums conversations up: the agent `compact`.
///
/// @param model that is asked
/// @param prompt what it is told
public record Compaction(Model model, String prompt) {

    /// The built-in agent with a model.
    public static Compaction builtIn(Model model) {
        return new Compaction(
                model, BuiltInAgents.of(BuiltInAgents.COMPACT).prompt().orElseThrow());
    }
}
