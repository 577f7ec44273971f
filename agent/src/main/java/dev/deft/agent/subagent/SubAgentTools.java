package dev.deft.agent.subagent;

import dev.deft.tool.Tool;
import java.util.List;
import java.util.Set;

/// All tools over sub-agents, in the order a model sees them.
public final class SubAgentTools {

    /// The ids of those that start sub-agents.
    public static final Set<String> STARTING = Set.of("task", "sessions_spawn", "spawn_task");

    private SubAgentTools() {}

    /// {@return all of them}
    ///
    /// @param agents finds the agents that `task` may start
    public static List<Tool<?>> all(StartableAgents agents) {
        return List.of(
                new TaskTool(agents),
                new SessionsSpawnTool(),
                new SubagentsTool(),
                new SpawnTaskTool());
    }
}
