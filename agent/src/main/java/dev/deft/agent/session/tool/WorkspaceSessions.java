package dev.deft.agent.session.tool;

import dev.deft.agent.model.Usage;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionSummary;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The sessions of a workspace, for one call.
public interface WorkspaceSessions {

    /// The session of the call.
    SessionId current();

    /// The agent of the session of the call, then the others that there are.
    List<AgentInfo> agents() throws IOException;

    /// All stored sessions, the latest first.
    List<SessionSummary> list() throws IOException;

    /// The logs of this workspace, or those in another directory.
    ///
    /// @param directory below `.deft`
    /// @throws dev.deft.host.HostException if it is not a directory below `.deft`
    SessionLogs logs(Optional<String> directory) throws IOException;

    /// Sends a message from the session of the call to a session.
    ///
    /// @throws dev.deft.agent.session.NoSuchSessionException if there is no such session
    /// @throws dev.deft.agent.session.SessionInUseException if another process has it open
    Delivery send(SessionId to, String content) throws IOException;

    /// What tokens cost in dollars; empty if the price is not known.
    OptionalDouble cost(Usage usage);
}
