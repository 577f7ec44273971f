package dev.deft.agent.session.tool;

import dev.deft.tool.Tool;
import java.time.InstantSource;
import java.util.List;

/// All tools over sessions, in the order a model sees them.
public final class SessionTools {

    private SessionTools() {}

    /// {@return all of them}
    ///
    /// @param clock says what today is
    public static List<Tool<?>> all(InstantSource clock) {
        return List.of(
                new AgentsListTool(),
                new SessionsListTool(),
                new SessionsHistoryTool(),
                new SessionsSendTool(),
                new SessionsStatusTool(),
                new SessionArchiveReadTool(),
                new TaskListTool(clock),
                new TaskReplayTool());
    }
}
