package dev.deft.agent.session.tool;

import java.util.List;
import java.util.Optional;

/// An agent, as `agents_list` shows it.
///
/// @param description when to use it
/// @param mode `primary`, `subagent` or `all`
/// @param model empty if the session has none
/// @param tools the names of its tools
/// @param maxSteps the most steps of one turn
public record AgentInfo(
        String name,
        String description,
        String mode,
        Optional<String> model,
        List<String> tools,
        int maxSteps) {

    public AgentInfo {
        tools = List.copyOf(tools);
    }
}
