package dev.deft.server.store;

import dev.deft.json.Json;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Approvals and questions that wait for somebody. The session that asks knows more; this is what
/// every server can list.
public interface OpenRequests {

    /// What is asked.
    ///
    /// @param id unique among all servers
    /// @param request as the API shows it
    record OpenRequest(String id, SessionRef session, Instant asked, Json.Obj request) {}

    void add(OpenRequest request) throws IOException;

    /// Removes a request that was answered or withdrawn.
    ///
    /// @return whether it was open
    boolean remove(String id) throws IOException;

    Optional<OpenRequest> find(String id) throws IOException;

    /// All, the oldest first.
    List<OpenRequest> list() throws IOException;

    /// Removes those of a session, for one that is opened anew: what it asked before is asked
    /// again.
    void clear(SessionRef session) throws IOException;
}
