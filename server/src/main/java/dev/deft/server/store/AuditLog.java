package dev.deft.server.store;

import java.io.IOException;
import java.time.Instant;
import java.util.List;

/// Who did what. Only appended to.
public interface AuditLog {

    /// One act.
    ///
    /// @param id counts up
    /// @param person who did it
    /// @param token the id of the token
    /// @param act the name of the operation, such as `sendMessage` or `signIn`
    /// @param target what it was done to, such as `workspaces/deft/sessions/ses_1`
    /// @param status of the response
    /// @param detail one line; never a content or a secret
    record Act(
            long id,
            Instant at,
            String person,
            String token,
            String act,
            String target,
            int status,
            String detail) {}

    /// Appends an act; its id is assigned.
    void add(Act act) throws IOException;

    /// The latest acts before one, the last first.
    ///
    /// @param before an id; 0 for the end
    List<Act> latest(long before, int most) throws IOException;
}
