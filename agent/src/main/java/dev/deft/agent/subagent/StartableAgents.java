package dev.deft.agent.subagent;

import dev.deft.tool.InitContext;
import java.io.IOException;
import java.util.List;

/// Finds the agents that `task` may start.
@FunctionalInterface
public interface StartableAgents {

    /// The agents of a workspace, by name.
    List<Startable> in(InitContext context) throws IOException;

    /// One of them.
    ///
    /// @param description when to use it
    record Startable(String name, String description) {}
}
