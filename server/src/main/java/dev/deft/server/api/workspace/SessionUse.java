package dev.deft.server.api.workspace;

import dev.deft.engine.Session;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.util.List;

/// Lends the sessions that are open on this server.
public interface SessionUse {

    /// Does something in a session, which stays open meanwhile; it is opened if it is not.
    ///
    /// @throws dev.deft.server.http.ProblemException if there is none, or it is open elsewhere
    <T> T with(SessionRef session, Work<T> work) throws IOException, InterruptedException;

    /// The sessions of a workspace that are open now.
    List<Session> open(String workspace);

    /// What is done in a session.
    @FunctionalInterface
    interface Work<T> {

        T in(Session session) throws IOException, InterruptedException;
    }
}
