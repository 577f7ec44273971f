package dev.deft.mcp.server.method;

import dev.deft.engine.Session;
import dev.deft.run.Approver;
import java.io.IOException;

/// Opens sessions for clients.
public interface SessionOpener {

    /// {@return whether sessions have the default dialect, so that a second one is not needed}
    boolean usesDefaultDialect();

    /// {@return whether all clients share one session}
    boolean isSingle();

    /// Opens a session.
    ///
    /// @param approver asks the client
    /// @param defaultDialect whether tools have the names of the default dialect, whatever the
    ///   clients see
    Session open(Approver approver, boolean defaultDialect) throws IOException;
}
