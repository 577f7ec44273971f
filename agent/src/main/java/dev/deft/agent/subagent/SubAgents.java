package dev.deft.agent.subagent;

import java.io.IOException;
import java.util.List;

/// The sub-agents of a session, for one call.
public interface SubAgents {

    /// How deep sub-agents may be nested where the dialect sets no other limit.
    int MAX_DEPTH = 5;

    /// How many sub-agents of one tree may be at work at the same time.
    int MAX_ALIVE = 16;

    /// Runs a sub-agent and waits for it. If the thread is interrupted, the sub-agent stops with
    /// everything it started.
    ///
    /// @throws dev.deft.host.HostException if it cannot be started
    EndedSubAgent run(SubAgentOrder order) throws IOException, InterruptedException;

    /// Starts a sub-agent and returns at once. Its end reaches the session of the call as a
    /// message.
    ///
    /// @return the id of its session
    /// @throws dev.deft.host.HostException if it cannot be started
    String start(SubAgentOrder order) throws IOException, InterruptedException;

    /// Those that the session of the call started and that are at work, in the order they started.
    List<ActiveSubAgent> active() throws IOException;

    /// Stops one of them.
    ///
    /// @throws dev.deft.host.HostException if none of them has this session
    void stop(String sessionId) throws IOException;
}
